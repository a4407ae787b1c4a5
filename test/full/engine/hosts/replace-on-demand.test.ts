import type { CustomResourceOptions } from "@pulumi/pulumi";
import { CloudFunction, OriginGroup } from "pulumi-edgecloud";
import { pathOf, required } from "../../../engine/setup/functions";
import { engineTest } from "../../../engine/setup/test-stack";

/** The handlers would replace none of these: the engine decides to do so without asking them. */
const ways = ["asked", "tainted", "changed"] as const;

function declareAll(isChanged: boolean): void {
  for (const way of ways) {
    const changes = isChanged && way === "changed";
    const replacedBy = (property: string): CustomResourceOptions =>
      way === "changed" ? { replaceOnChanges: [property] } : {};
    const [group, fn] = [`group-${way}`, `function-${way}`];
    new OriginGroup(
      group,
      { name: group, sources: [{ source: "a.example.com" }], useNext: changes },
      replacedBy("useNext"),
    );
    new CloudFunction(fn, { ...required, name: fn, description: String(changes) }, replacedBy("description"));
  }
}

engineTest(
  "groups and functions are replaced by `--replace`, `state taint` and replaceOnChanges",
  {},
  async (stack) => {
    stack.program = () => declareAll(false);
    await stack.up();
    const old = stack.emulator.state();
    const urns = (await stack.resources()).map(({ urn }) => urn);
    await stack.pulumi("state", "taint", ...urns.filter((urn) => urn.endsWith("-tainted")), "--yes");
    stack.emulator.clearRequests();
    stack.program = () => declareAll(true);
    await stack.up(undefined, { replace: urns.filter((urn) => urn.endsWith("-asked")) });

    // The old ones went first.
    const changesOf = (path: string, name: string) =>
      stack
        .requests()
        .filter(
          (sent) => sent.path === path || (sent.method === "POST" && (sent.body as { name: string }).name === name),
        )
        .flatMap(({ method, status }) => (method === "GET" ? [] : [`${method} ${status}`]));
    for (const { id, name } of old.originGroups) {
      expect([name, ...changesOf(`/cdn/origin_groups/${id}`, name)]).toEqual([name, "DELETE 204", "POST 201"]);
    }
    for (const { name } of old.functions) {
      expect([name, ...changesOf(pathOf(name), name)]).toEqual([name, "DELETE 200", "POST 200"]);
    }
    expect(stack.changes()).toHaveLength(2 * 2 * ways.length);
    const { originGroups, functions } = stack.emulator.state();
    const idsInState = (await stack.resources()).map(({ outputs }) => outputs.originGroupId ?? outputs.functionId);
    expect(new Set(idsInState)).toEqual(new Set([...originGroups, ...functions].map(({ id }) => id)));
    expect(await stack.preview()).toMatch(/7 unchanged\n$/);
  },
);
