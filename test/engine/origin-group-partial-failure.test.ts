import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { changeGroups, sentBodies, findGroup } from "./setup/platform";
import { engineTest, failureText } from "./setup/test-stack";

const collection = "/cdn/origin_groups";

const declare = (args: Partial<OriginGroupArgs> = {}) => {
  return () => new OriginGroup("assets", { name: "assets", sources: [{ source: "a.example.com" }], ...args });
};

const retries = (value: number) => ({ "edgecloud:maxRetries": { value: String(value) } });

engineTest(
  "partial failure: a known ID stays in the state, and the next up uses it",
  { config: retries(0) },
  async (stack) => {
    const config = {
      s3Type: "other",
      s3BucketName: "media",
      s3StorageHostname: "storage.example.com",
      s3AccessKeyId: "known-access-key",
      s3SecretAccessKey: "known/secret/key/0001",
    } as const;
    stack.program = declare({ useNext: true, sources: [{ source: "a.example.com" }, { config }] });
    stack.emulator.addFault({
      method: "POST",
      path: collection,
      answer: { status: 201, body: { id: 1001 }, applied: true },
    });
    stack.emulator.addFault({ method: "GET", path: `${collection}*`, times: 100, answer: { status: 503 } });

    const failure = await failureText(stack.up());
    expect(failure).toMatch(
      /creating origin group "assets": the answer from .*\/cdn\/origin_groups cannot be understood: /,
    );
    const [kept] = await stack.resources();
    expect(kept).toMatchObject({ id: "1001", outputs: { name: "assets", useNext: true, originGroupId: 1001 } });
    expect(kept?.initErrors).toHaveLength(1);
    expect(failure + JSON.stringify(kept?.initErrors)).not.toMatch(/known-access-key|known\/secret/);

    stack.emulator.clearFaults();
    stack.emulator.clearRequests();
    await stack.up();
    expect(stack.changes()).toEqual(["PUT /cdn/origin_groups/1001 200"]);
    expect(stack.emulator.state().originGroups).toHaveLength(1);
    expect(findGroup(stack.emulator, "assets").sources[1]).toMatchObject({
      config: { s3_access_key_id: "known-access-key", s3_secret_access_key: "known/secret/key/0001" },
    });
    const [converged] = await stack.resources();
    expect(converged?.id).toBe("1001");
    expect(converged?.initErrors ?? []).toEqual([]);
    expect(await stack.preview()).toMatch(/2 unchanged/);
  },
);

const found = { id: 101, name: "found", path: "/old", sources: [{ source: "o.example.com" }] };

for (const [lost, fault, reason] of [
  ["is lost", { times: 9, reset: "after" }, "no answer from .*ECONNRESET"],
  ["cannot be read", { broken: "malformed" }, "the answer from .* cannot be understood: "],
] as const) {
  engineTest(
    `partial failure: the restore point of an adoption survives a change whose answer ${lost}`,
    { config: retries(1), seed: { originGroups: [found] } },
    async (stack) => {
      const before = stack.emulator.state();
      stack.program = declare({ originGroupId: 101, onDestroy: "restore" });
      stack.emulator.addFault({ method: "PUT", path: `${collection}/101`, ...fault });
      expect(await failureText(stack.up())).toMatch(new RegExp(`adopting origin group "assets": ${reason}`));
      stack.emulator.clearFaults();
      expect(findGroup(stack.emulator, "assets").id).toBe(101);
      const [kept] = await stack.resources();
      const outputs = { adopted: true, restorePoint: { name: "found", path: "/old" } };
      expect(kept).toMatchObject({ id: "101", outputs });
      expect(kept?.initErrors).toHaveLength(1);

      await stack.up();
      expect(await stack.preview()).toMatch(/2 unchanged/);
      await stack.destroy();
      expect(stack.emulator.state()).toEqual(before);
    },
  );
}

engineTest(
  "partial failure: an adoption whose request was lost is completed, also after a refresh",
  { config: retries(0), seed: { originGroups: [found] } },
  async (stack) => {
    const before = stack.emulator.state();
    stack.program = declare({ originGroupId: 101, onDestroy: "restore" });
    stack.emulator.addFault({ method: "PUT", path: `${collection}/101`, reset: "before", times: 9 });
    await failureText(stack.up());
    stack.emulator.clearFaults();
    expect(stack.emulator.state()).toEqual(before);
    await stack.refresh();
    const preview = await stack.preview();
    expect(preview).toMatch(/~ name *: "found" => "assets"/);
    expect(preview).toContain('origin group "assets": is sent again as a whole');
    await stack.up();
    expect(findGroup(stack.emulator, "assets").id).toBe(101);
    await stack.destroy();
    expect(stack.emulator.state()).toEqual(before);
  },
);

engineTest("retry: transient faults of PUT, and 429 of POST, only cost time", {}, async (stack) => {
  stack.program = declare();
  const answer = { status: 429, headers: { "Retry-After": "1" } };
  stack.emulator.addFault({ method: "POST", path: collection, answer });
  await stack.up();
  expect(stack.changes()).toEqual(["POST /cdn/origin_groups 429", "POST /cdn/origin_groups 201"]);
  const posts = stack.requests().filter(({ method }) => method === "POST");
  const [first, second] = posts.map(({ receivedAt }) => Date.parse(receivedAt));
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(990);

  stack.emulator.clearRequests();
  stack.emulator.addFault({ method: "PUT", path: `${collection}/*`, times: 2, answer: { status: 502 } });
  stack.emulator.addFault({ method: "PUT", path: `${collection}/*`, broken: "truncated" });
  stack.program = declare({ useNext: true });
  await stack.up();
  const path = "PUT /cdn/origin_groups/1001";
  expect(stack.changes()).toEqual([`${path} 502`, `${path} 502`, `${path} 200`, `${path} 200`]);
  expect(new Set(sentBodies(stack.emulator, "PUT").map((body) => JSON.stringify(body))).size).toBe(1);
  expect(findGroup(stack.emulator, "assets").use_next).toBe(true);
});

engineTest("delete: a lost answer does not fail the destroy", {}, async (stack) => {
  stack.program = declare();
  await stack.up();
  stack.emulator.clearRequests();
  stack.emulator.addFault({ method: "DELETE", path: `${collection}/*`, reset: "after" });
  await stack.destroy();
  const path = "DELETE /cdn/origin_groups/1001";
  expect(stack.changes()).toEqual([`${path} no answer`, `${path} 404`]);
});

engineTest("delete: a group in use stays until it is free, with the platform's message", {}, async (stack) => {
  stack.program = declare();
  await stack.up();
  for (const [usedBy, reason] of [
    [{ resources: [{ id: 9001 }], rules: [] }, "There are resources using this group"],
    [{ resources: [], rules: [{ id: 1 }] }, "There are rules using this group"],
  ] as const) {
    changeGroups(stack.emulator, () => ({ usedBy }));
    expect(await failureText(stack.destroy())).toContain(`deleting origin group "assets": ${reason} (400)`);
    expect((await stack.resources()).map(({ id }) => id)).toEqual(["1001"]);
  }
  changeGroups(stack.emulator, () => ({ usedBy: { resources: [], rules: [] } }));
  await stack.destroy();
  expect(stack.emulator.state().originGroups).toEqual([]);
});
