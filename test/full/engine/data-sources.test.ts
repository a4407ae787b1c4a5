import { startEmulator } from "edgecloud-emulator";
import { ComponentResource, type Output } from "@pulumi/pulumi";
import { OriginGroup, Provider } from "pulumi-edgecloud";
import { cases, options, type Case } from "../../engine/setup/data-sources";
import { engineTest, failureText, type TestStack } from "../../engine/setup/test-stack";

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

engineTest(
  "identical calls send one request, at preview and up, in both forms, through the connection that applies; while " +
    "arguments are unknown, so is the result",
  options,
  async (stack) => {
    const { emulator } = stack;
    const other = await startEmulator({ seed: options.seed, apiKeys: ["other-key"] });
    const requestedOther = () => other.requests().map(({ path }) => path);
    try {
      stack.program = async () => {
        const args = { apiKey: "other-key", baseUrl: other.url, projectId: 1, regionId: 2 };
        const provider = new Provider("other", args);
        const parent = new ComponentResource("test:index:Parent", "parent", {}, { providers: [provider] });
        const resultsOf = async (source: Case) => {
          const { text } = source;
          const calls = [source.promise(text), source.promise(text), source.promise(text, { parent })];
          const results = (await Promise.all(calls)).map((result) => source.part(result as never));
          const outputs = [source.output(text), source.output(text, { provider })];
          return [...results, ...outputs.map((output) => partOf(source, output))];
        };
        return Object.fromEntries(
          await Promise.all(all.map(async ([name, source]) => [name, await resultsOf(source)] as const)),
        );
      };
      expect(await stack.preview()).not.toMatch(/unknown|output<string>/);
      expect(requested(stack).sort()).toEqual(paths);
      expect(requestedOther().sort()).toEqual(paths);

      emulator.clearRequests();
      other.clearRequests();
      expect(await stack.outputs()).toEqual(
        ofEach(({ expected }) => ({ value: Array(5).fill(expected), secret: false })),
      );
      expect(requested(stack).sort()).toEqual(paths);
      expect(requestedOther().sort()).toEqual(paths);
    } finally {
      await other.close();
    }

    const called: string[] = [];
    stack.program = () => {
      const group = new OriginGroup("group", { name: "assets", sources: [{ source: "a.example.com" }] });
      const parts = all.map(([name, source]) => {
        const text = group.originGroupId.apply(() => source.text);
        return [name, partOf(source, source.output(text)).apply((value) => (called.push(name), value))] as const;
      });
      return Object.fromEntries(parts);
    };
    emulator.clearRequests();
    await stack.preview();
    expect(called).toEqual([]);
    // The preview of the new group looks whether its name is free.
    expect(requested(stack)).toEqual(["/cdn/origin_groups"]);
    emulator.clearRequests();

    expect(await stack.outputs()).toEqual(ofEach(({ expected }) => ({ value: expected, secret: false })));
    expect(requested(stack)).toEqual(expect.arrayContaining(paths));
  },
);

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
    ({ subject }) => `reading ${subject}: gone (404)`,
  ],
  "another server": [
    () => ({ answer: { status: 404, body: "default backend - 404" } }),
    ({ subject }) => `reading ${subject}: default backend - 404 (404)`,
  ],
  "malformed JSON": [
    () => ({ broken: "malformed" }),
    ({ subject, path }, url) => `reading ${subject}: the answer from ${url}${path} cannot be`,
  ],
};

engineTest("error responses and unusable ones are reported, in both forms", options, async (stack) => {
  // Each fault has a platform of its own.
  const platforms = await Promise.all(
    Object.values(faults).map(async ([fault, toMessage]) => {
      const emulator = await startEmulator({ seed: options.seed });
      all.forEach(([, source]) => emulator.addFault({ path: source.path, ...fault(source) }));
      return { emulator, toMessage };
    }),
  );
  try {
    const rejected: Record<string, string>[] = [];
    stack.program = async () => {
      const results = platforms.map(async ({ emulator: { url } }, index) => {
        const args = { apiKey: "demo-key", baseUrl: url, projectId: 1, regionId: 2 };
        const provider = new Provider(`platform-${index}`, args);
        const outputs = ofEach((source) => source.output(source.text, { provider }));
        const failures = all.map(
          async ([name, source]) => [name, await failureText(source.promise(source.text, { provider }))] as const,
        );
        rejected[index] = Object.fromEntries(await Promise.all(failures));
        return outputs;
      });
      return { results: await Promise.all(results) };
    };
    const text = await failureText(stack.preview());
    for (const [index, { emulator, toMessage }] of platforms.entries()) {
      for (const [name, source] of all) {
        const message = `${name}: ${toMessage(source, emulator.url)}`;
        expect(rejected[index]![name]).toContain(message);
        expect(text).toContain(`error: ${message}`);
      }
    }
    expect(`${text} ${JSON.stringify(rejected)}`).not.toMatch(/demo-key|\n {4}at /);
  } finally {
    await Promise.all(platforms.map(({ emulator }) => emulator.close()));
  }

  stack.emulator.addFault({ path: cases.getImage!.path, ...faults["a refusal"]![0](cases.getImage!) });
  stack.program = () => cases.getImage!.promise(cases.getImage!.text);
  const uncaught = await failureText(stack.preview());
  expect(uncaught).toContain(`error: getImage: reading ${cases.getImage!.subject}: not for you (403)`);
  expect(uncaught).not.toContain("    at ");
});
