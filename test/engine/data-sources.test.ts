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

describe.each(Object.entries(cases))("%s", (name, source) => {
  engineTest("sends one request for identical calls, at preview and up, in both forms", options, async (stack) => {
    stack.program = async () => {
      const twice = await Promise.all([source.promise(source.text), source.promise(source.text)]);
      const parts = twice.map((result) => source.part(result as never));
      return { parts, output: partOf(source, source.output(source.text)) };
    };
    expect(await stack.preview()).not.toMatch(/unknown|output<string>/);
    expect(requested(stack)).toEqual([source.path]);

    stack.emulator.clearRequests();
    const outputs = await stack.outputs();
    expect(outputs.parts).toEqual({ value: [source.expected, source.expected], secret: false });
    expect(outputs.output).toEqual({ value: source.expected, secret: false });
    expect(requested(stack)).toEqual([source.path]);
  });

  engineTest("gives an unknown result and sends no request while its arguments are unknown", options, async (stack) => {
    let called = false;
    stack.program = () => {
      const group = new OriginGroup("group", { name: "assets", sources: [{ source: "a.example.com" }] });
      const text = group.originGroupId.apply(() => source.text);
      const part = partOf(source, source.output(text));
      return { part: part.apply((value) => ((called = true), value)) };
    };
    await stack.preview();
    expect(called).toBe(false);
    // The preview of the new group looks whether its name is free.
    expect(requested(stack)).toEqual(["/cdn/origin_groups"]);
    stack.emulator.clearRequests();

    expect((await stack.outputs()).part).toEqual({ value: source.expected, secret: false });
    expect(requested(stack)).toContain(source.path);
  });

  engineTest("reports bad input at preview, without a stack and without a request", options, async (stack) => {
    stack.program = () => source.bad();
    const text = await failureText(stack.preview());
    expect(text).toContain(`error: ${source.problem}`);
    expect(text).not.toContain("    at ");
    expect(requested(stack)).toEqual([]);
  });

  engineTest("reports error responses and unusable ones, in both forms", options, async (stack) => {
    const faults: [object, string][] = [
      [{ answer: { status: 401, body: { message: "unknown key" } } }, `reading ${source.subject}: unknown key (401)`],
      [{ answer: { status: 403, body: { error: "not for you" } } }, `reading ${source.subject}: not for you (403)`],
      [{ answer: { status: 404, body: notFoundAt(source.path) } }, `${source.subject} was not found: gone (404)`],
      [
        { answer: { status: 404, body: "default backend - 404" } },
        `reading ${source.subject}: ${stack.emulator.url}${source.path} answered 404 ("default backend - 404"), but not`,
      ],
      [
        { broken: "malformed" },
        `reading ${source.subject}: the answer of ${stack.emulator.url}${source.path} cannot be`,
      ],
    ];
    const forms = [() => source.promise(source.text), () => ({ result: source.output(source.text) })];
    for (const [fault, message] of faults) {
      for (const form of forms) {
        stack.emulator.addFault({ path: source.path, ...fault });
        stack.program = form;
        const text = await failureText(stack.preview());
        expect(text).toContain(`error: ${name}: ${message}`);
        expect(text).not.toMatch(/demo-key|\n {4}at /);
      }
    }
  });

  engineTest("uses the connection of an explicit provider or of its parent's provider", options, async (stack) => {
    const other = await startEmulator({ seed: options.seed, apiKeys: ["other-key"] });
    try {
      stack.program = async () => {
        const args = { apiKey: "other-key", baseUrl: other.url, projectId: 1, regionId: 2 };
        const provider = new Provider("other", args);
        const parent = new ComponentResource("test:index:Parent", "parent", {}, { providers: [provider] });
        const child = source.part((await source.promise(source.text, { parent })) as never);
        return { child, output: partOf(source, source.output(source.text, { provider })) };
      };
      await stack.preview();
      const outputs = await stack.outputs();
      expect(outputs.child).toEqual({ value: source.expected, secret: false });
      expect(outputs.output).toEqual({ value: source.expected, secret: false });
      expect(requested(stack)).toEqual([]);
      expect(other.requests().map(({ path }) => path)).toEqual([source.path, source.path]);
    } finally {
      await other.close();
    }
  });
});
