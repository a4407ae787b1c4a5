import { originGroup } from "../../../provider/resources/origin-group/handler";
import { snapshotAttributes } from "../../../provider/resources/snapshot-attributes/handler";
import { secretMarksKey } from "../../../provider/core/hidden-properties";
import { Secret } from "../../../provider/core/tree";
import type { JsonObject } from "../../../provider/values/json";
import { first, resize, second, useEmulator, values, group } from "./credentials";
import { hosts } from "./stored-resource";
import { cloudFunction } from "../../../provider/resources/cloud-function/handler";

const getPlatform = useEmulator();
const snapshotId = "5f2a9c1e-0b7d-4e63-9f10-2c8d4a6b7e31";

interface Kind {
  definition: unknown;
  /** What is declared for a version. */
  args: (version: typeof first) => JsonObject;
  method: "PUT" | "PATCH";
  subject: string;
  /** What is sent again of the first version, as far as it could differ. */
  sent: object;
}

const kinds: Record<string, Kind> = {
  // Only the platform knows which credentials it has.
  group: {
    definition: originGroup,
    args: (version) => group(values(version)),
    method: "PUT",
    subject: 'origin group "assets"',
    sent: { sources: [{}, { config: { s3_access_key_id: first.key, s3_secret_access_key: first.secret } }] },
  },
  function: {
    definition: cloudFunction,
    args: ({ token }) => resize({ description: token }),
    method: "PATCH",
    subject: 'function "resize"',
    sent: { code_text: "package main", main_method: "Resize", timeout: 30, description: first.token },
  },
  snapshot: {
    definition: snapshotAttributes,
    args: ({ token }) => ({ projectId: 12, regionId: 7, snapshotId, name: token, tags: { team: "web" } }),
    method: "PATCH",
    subject: `snapshot attributes "${snapshotId}"`,
    sent: { name: first.token, tags: { team: "web" } },
  },
};

const losses = [
  { reset: "after", isRefreshed: false },
  { reset: "before", isRefreshed: true },
] as const;

const cases = Object.entries(kinds).flatMap(([name, kind]) => losses.map((loss) => ({ name, kind, ...loss })));

describe.each(Object.entries(hosts))("a change whose answer is lost, with %s", (_, create) => {
  beforeEach(() => {
    getPlatform().emulator.seed({
      snapshots: [{ id: snapshotId, project_id: 12, region_id: 7, name: "nightly" }],
    });
  });

  it.each(cases)(
    "is sent again as a whole, also if it is taken back: $name, lost $reset it, refreshed: $isRefreshed",
    async ({ kind: { definition, args, method, subject, sent }, reset, isRefreshed }) => {
      const { emulator, config } = getPlatform();
      const resource = create(definition, config);
      expect(await resource.up(args(first))).toBe("done");
      emulator.addFault({ method, path: "/*", times: 9, reset });
      emulator.addFault({ method: "GET", path: "/cloud/*", skip: 1, times: 99, answer: { status: 503 } });
      expect(String(await resource.up(args(second)))).toMatch(
        /; it is not known whether the (group|snapshot|change) was (changed|carried out)/,
      );
      emulator.clearFaults();
      await (isRefreshed ? resource.refresh() : undefined);

      const { changes, notices } = await resource.preview(args(first));
      expect(changes).toBe(true);
      expect(notices).toEqual([
        expect.stringContaining(`${subject}: is sent again as a whole: the answer to the last change was lost`),
      ]);
      emulator.clearRequests();
      expect(await resource.up(args(first))).toBe("done");
      expect(emulator.requests().filter((request) => request.method !== "GET")).toMatchObject([{ method, body: sent }]);
      expect(resource.all()).not.toContain("unconfirmed");
      expect(await resource.up(args(first))).toBe("unchanged");
    },
  );
});

const functionPath = "/cloud/v1/faas/namespaces/12/7/images/functions/resize";

it.each(Object.entries(hosts))(
  "%s keeps what an unfinished update may not have replaced, hidden as before",
  async (_, create) => {
    const { emulator, config } = getPlatform();
    const resource = create(cloudFunction, config);
    const secret = "token-7d793037";
    const marks = { envs: { TOKEN: true }, dependencies: true };
    await resource.up({
      ...resize({ envs: { TOKEN: new Secret(secret), MODE: "fast" }, dependencies: new Secret(`pkg ${secret}`) }),
      [secretMarksKey]: marks,
    });
    const theirs = { envs: { TOKEN: secret, THEIRS: "added-by-hand" } };
    const headers = { authorization: "apikey demo-key", "content-type": "application/json" };
    const patched = await fetch(emulator.url + functionPath, {
      method: "PATCH",
      headers,
      body: JSON.stringify(theirs),
    });
    expect(patched.status).toBe(200);
    emulator.addFault({ method: "PATCH", path: functionPath, reset: "before", times: 9 });
    const error = await resource.up(resize({ envs: { MODE: "slow" } }));
    expect(String(error)).toContain("it is not known whether the change was carried out");
    expect(resource.all()).toMatch(/"operation":.*token-7d793037|token-7d793037.*"operation":/);
    expect(resource.shown()).not.toMatch(/token-7d793037|added-by-hand/);
  },
);

it.each(Object.entries(hosts))(
  "%s does not promise that `up` goes on with a restore that failed",
  async (_, create) => {
    const { emulator, config } = getPlatform();
    const sources = [{ source: "a.example.com" }];
    await create(originGroup, config).up({ name: "assets", sources });
    const { id: originGroupId } = emulator.state().originGroups.find(({ name }) => name === "assets")!;
    const resource = create(originGroup, config);
    await resource.up({ name: "renamed", sources, originGroupId, onDestroy: "restore" });
    emulator.addFault({ method: "PUT", path: "/*", reset: "after", times: 9 });
    const error = await resource.destroy().catch(String);
    expect(error).toContain('deleting origin group "renamed": ');
    expect(error).not.toContain("next `pulumi up`");
    emulator.clearFaults();
    await resource.destroy();
    expect(emulator.state().originGroups.find(({ id }) => id === originGroupId)).toMatchObject({ name: "assets" });
  },
);

it.each(Object.entries(hosts))("%s shows a status that equals the value of a variable", async (_, create) => {
  const resource = create(cloudFunction, getPlatform().config);
  expect(await resource.up(resize({ envs: { EXPECTED: "success" } }))).toBe("done");
  expect(resource.all()).toContain('"buildStatus":"success"');
});

it("the plugin keeps no credentials in outputs, even of sources that are secret as a whole", async () => {
  const resource = hosts["the plugin"](originGroup, getPlatform().config);
  const config = { s3Type: "other", s3BucketName: "media", s3StorageHostname: "s3.example.com" };
  const keys = { s3AccessKeyId: "AKIA-0001", s3SecretAccessKey: "secret-access-key-0001" };
  expect(await resource.up({ name: "secret", sources: new Secret([{ config: { ...config, ...keys } }]) })).toBe("done");
  const stored = JSON.parse(resource.all()) as Record<string, object>;
  const [inputs, outputs] = [stored.inputs, stored.outputs].map((one) => JSON.stringify(one));
  expect(inputs).toContain("secret-access-key-0001");
  expect(outputs).not.toMatch(/AKIA-0001|secret-access-key-0001/);
});
