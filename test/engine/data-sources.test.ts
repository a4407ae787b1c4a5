import { startEmulator } from "edgecloud-emulator";
import { ComponentResource, type Output } from "@pulumi/pulumi";
import { OriginGroup, Provider } from "pulumi-edgecloud";
import { cases, options, type Case } from "./setup/data-sources";
import { engineTest, failureText, type TestStack } from "./setup/test-stack";

const requested = (stack: TestStack) => stack.requests().map(({ path }) => path);

const partOf = (source: Case, output: Output<unknown>) => output.apply((result) => source.part(result as never));

/** A 404 as the product of that path writes it. */
function notFoundAt(path: string): object {
  const message = "gone";
  return path.startsWith("/cloud")
    ? { exception_class: "NotFoundError", message }
    : path.startsWith("/cdn")
      ? { message }
      : { error: message };
}

const all = Object.entries(cases);

/** Something of each data source, by its name. */
const ofEach = <T>(tell: (source: Case) => T): Record<string, T> =>
  Object.fromEntries(all.map(([name, source]) => [name, tell(source)]));

const paths = all.map(([, { path }]) => path).sort();

engineTest("identical calls send one request, at preview and up, in both forms", options, async (stack) => {
  stack.program = async () => {
    const twice = async (source: Case) => {
      const results = await Promise.all([source.promise(source.text), source.promise(source.text)]);
      const parts = results.map((result) => source.part(result as never));
      return [...parts, partOf(source, source.output(source.text))];
    };
    return Object.fromEntries(await Promise.all(all.map(async ([name, source]) => [name, await twice(source)])));
  };
  expect(await stack.preview()).not.toMatch(/unknown|output<string>/);
  expect(requested(stack).sort()).toEqual(paths);

  stack.emulator.clearRequests();
  expect(await stack.outputs()).toEqual(ofEach(({ expected }) => ({ value: Array(3).fill(expected), secret: false })));
  expect(requested(stack).sort()).toEqual(paths);
});

engineTest("the result is unknown, and no request is sent, while arguments are unknown", options, async (stack) => {
  const called: string[] = [];
  stack.program = () => {
    const group = new OriginGroup("group", { name: "assets", sources: [{ source: "a.example.com" }] });
    const parts = all.map(([name, source]) => {
      const text = group.originGroupId.apply(() => source.text);
      return [name, partOf(source, source.output(text)).apply((value) => (called.push(name), value))] as const;
    });
    return Object.fromEntries(parts);
  };
  await stack.preview();
  expect(called).toEqual([]);
  // The preview of the new group looks whether its name is free.
  expect(requested(stack)).toEqual(["/cdn/origin_groups"]);
  stack.emulator.clearRequests();

  expect(await stack.outputs()).toEqual(ofEach(({ expected }) => ({ value: expected, secret: false })));
  expect(requested(stack)).toEqual(expect.arrayContaining(paths));
});

engineTest("bad input is reported at preview, without a stack and without a request", options, async (stack) => {
  let reported: Record<string, string> = {};
  stack.program = async () => {
    const failures = all.map(async ([name, source]) => [name, await failureText(source.bad())] as const);
    reported = Object.fromEntries(await Promise.all(failures));
    await cases.getImage!.bad();
  };
  const text = await failureText(stack.preview());
  expect(reported).toEqual(ofEach(({ problem }) => expect.stringContaining(problem) as string));
  expect(text).toContain(`error: ${cases.getImage!.problem}`);
  expect(text).not.toContain("    at ");
  expect(requested(stack)).toEqual([]);
});

/** What can be wrong with an answer, and how the error goes on after the name of the data source. */
const faults: Record<string, [(source: Case) => object, (source: Case, url: string) => string]> = {
  "an unknown key": [
    () => ({ answer: { status: 401, body: { message: "unknown key" } } }),
    ({ subject }) => `reading ${subject}: unknown key (401)`,
  ],
  "a refusal": [
    () => ({ answer: { status: 403, body: { error: "not for you" } } }),
    ({ subject }) => `reading ${subject}: not for you (403)`,
  ],
  "an object that does not exist": [
    ({ path }) => ({ answer: { status: 404, body: notFoundAt(path) } }),
    ({ subject }) => `${subject} was not found: gone (404)`,
  ],
  "another server": [
    () => ({ answer: { status: 404, body: "default backend - 404" } }),
    ({ subject, path }, url) => `reading ${subject}: ${url}${path} answered 404 ("default backend - 404"), but not`,
  ],
  "malformed JSON": [
    () => ({ broken: "malformed" }),
    ({ subject, path }, url) => `reading ${subject}: the answer from ${url}${path} cannot be`,
  ],
};

engineTest("error responses and unusable ones are reported, in both forms", options, async (stack) => {
  for (const [fault, toMessage] of Object.values(faults)) {
    all.forEach(([, source]) => stack.emulator.addFault({ path: source.path, ...fault(source) }));
    let rejected: Record<string, string> = {};
    stack.program = async () => {
      const outputs = ofEach((source) => source.output(source.text));
      const failures = all.map(
        async ([name, source]) => [name, await failureText(source.promise(source.text))] as const,
      );
      rejected = Object.fromEntries(await Promise.all(failures));
      return outputs;
    };
    const text = await failureText(stack.preview());
    for (const [name, source] of all) {
      const message = `${name}: ${toMessage(source, stack.emulator.url)}`;
      expect(rejected[name]).toContain(message);
      expect(text).toContain(`error: ${message}`);
    }
    expect(`${text} ${JSON.stringify(rejected)}`).not.toMatch(/demo-key|\n {4}at /);
  }

  stack.emulator.addFault({ path: cases.getImage!.path, ...faults["a refusal"]![0](cases.getImage!) });
  stack.program = () => cases.getImage!.promise(cases.getImage!.text);
  const uncaught = await failureText(stack.preview());
  expect(uncaught).toContain(`error: getImage: reading ${cases.getImage!.subject}: not for you (403)`);
  expect(uncaught).not.toContain("    at ");
});

engineTest("the connection is that of an explicit provider, or of the parent's provider", options, async (stack) => {
  const other = await startEmulator({ seed: options.seed, apiKeys: ["other-key"] });
  try {
    stack.program = async () => {
      const args = { apiKey: "other-key", baseUrl: other.url, projectId: 1, regionId: 2 };
      const provider = new Provider("other", args);
      const parent = new ComponentResource("test:index:Parent", "parent", {}, { providers: [provider] });
      const both = async (source: Case) => {
        const child = source.part((await source.promise(source.text, { parent })) as never);
        return [child, partOf(source, source.output(source.text, { provider }))];
      };
      return Object.fromEntries(await Promise.all(all.map(async ([name, source]) => [name, await both(source)])));
    };
    await stack.preview();
    expect(await stack.outputs()).toEqual(ofEach(({ expected }) => ({ value: [expected, expected], secret: false })));
    expect(requested(stack)).toEqual([]);
    expect(
      other
        .requests()
        .map(({ path }) => path)
        .sort(),
    ).toEqual([...paths, ...paths].sort());
  } finally {
    await other.close();
  }
});
