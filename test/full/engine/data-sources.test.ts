import { ComponentResource, type Output } from "@pulumi/pulumi";
import { getSnapshot, OriginGroup, Provider } from "pulumi-edgecloud";
import { cases, options, type Case } from "../../engine/setup/data-sources";
import { startPlatform } from "../../engine/setup/platform";
import { engineTest, failureText, type TestStack } from "../../engine/setup/test-stack";

const requested = (stack: TestStack) => stack.requests().map(({ path }) => path);

const partOf = (source: Case, output: Output<unknown>) => output.apply((result) => source.part(result as never));

const all = Object.entries(cases);

/** Something of each data source, by its name. */
const ofEach = <T>(tell: (source: Case) => T): Record<string, T> =>
  Object.fromEntries(all.map(([name, source]) => [name, tell(source)]));

const paths = all.map(([, { path }]) => path).sort();

engineTest(
  "identical calls send one request, at preview and up, in both forms, through the connection that applies; while " +
    "arguments are unknown, so is the result; an error has no stack trace",
  options,
  async (stack) => {
    const { emulator } = stack;
    const other = await startPlatform({ seed: options.seed, apiKeys: ["other-key"] });
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

    stack.program = () => void getSnapshot({ snapshotId: "1" });
    const uncaught = await failureText(stack.preview());
    expect(uncaught).toContain("error: getSnapshot: snapshotId must be a version 4 UUID");
    expect(uncaught).not.toContain("    at ");
  },
);
