import type { CloudFunctionArgs } from "pulumi-edgecloud";
import { expectConverged } from "../setup/expectations";
import { declareFunctions, idOf, required } from "../setup/functions";
import { diffOf } from "../setup/previews";
import { engineTest } from "../setup/test-stack";

interface Row {
  after: Partial<CloudFunctionArgs>;
  diff: string;
  /** ID of the function after the replacement. */
  id: string;
}

/** One function for each argument whose change requires a replacement. */
const rows: Record<string, Row> = {
  "by-name": { after: { name: "renamed" }, diff: '~ name: "by-name" => "renamed"', id: idOf("renamed") },
  "by-namespace": {
    after: { namespace: "videos" },
    diff: '~ namespace: "images" => "videos"',
    id: "12/7/videos/by-namespace",
  },
  "by-project": { after: { projectId: 13 }, diff: "~ projectId: 12 => 13", id: "13/7/images/by-project" },
  "by-runtime": {
    after: { runtime: "node20", code: "exports.Resize = 1", flavor: "160mCPU-256MB" },
    diff:
      '~ code : "package main" => "exports.Resize = 1" ~ flavor : "80mCPU-128MB" => "160mCPU-256MB" ' +
      '~ runtime: "go1.16.6" => "node20"',
    id: idOf("by-runtime"),
  },
};

const pathOfId = (id: string) => {
  const [project, region, namespace, name] = id.split("/");
  return { collection: `/cloud/v1/faas/namespaces/${project}/${region}/${namespace}/functions`, name };
};

engineTest(
  "replace: a change that is impossible in place deletes the function, waits, and creates it again",
  { seed: { cloud: { taskLife: { runningPolls: 1 } } } },
  async (stack) => {
    const names = Object.keys(rows);
    const declared = declareFunctions(Object.fromEntries(names.map((name) => [name, {}])));
    stack.program = declared.program;
    await stack.up();

    declared.all = Object.fromEntries(names.map((name) => [name, rows[name]!.after]));
    stack.emulator.clearRequests();
    const text = await stack.up(undefined, { diff: true });
    expect(text).toMatch(/\+-4 replaced/);
    expect(Object.fromEntries(names.map((name) => [name, diffOf(text, name)]))).toEqual(
      Object.fromEntries(names.map((name) => [name, rows[name]!.diff])),
    );
    const requests = stack.requests();
    for (const [name, { id, after }] of Object.entries(rows)) {
      const before = pathOfId(idOf(name));
      const made = pathOfId(id);
      const isDelete = ({ method, path }: (typeof requests)[number]) =>
        method === "DELETE" && path === `${before.collection}/${before.name}`;
      const isPost = ({ method, path, body }: (typeof requests)[number]) =>
        method === "POST" && path === made.collection && (body as { name: string }).name === made.name;
      const own = requests.filter((request) => isDelete(request) || isPost(request));
      expect([name, ...own.map(({ method, status }) => `${method} ${status}`)]).toEqual([
        name,
        "DELETE 200",
        "POST 200",
      ]);
      expect(own[1]?.body).toMatchObject({ runtime: after.runtime ?? required.runtime, name: made.name });
    }
    expect(stack.changes()).toHaveLength(2 * names.length);
    expect((await stack.resources()).map(({ id }) => id).sort()).toEqual(
      Object.values(rows)
        .map(({ id }) => id)
        .sort(),
    );
    expect(stack.emulator.state().functions).toHaveLength(names.length);
    await expectConverged(stack);
  },
);
