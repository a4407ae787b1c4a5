import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { changeGroups, findGroup, sentBodies } from "../setup/platform";
import { findWords } from "../setup/search";
import { allCredentials, otherBucket, storedOtherBucket } from "../setup/sources";
import { engineTest, failureText } from "../setup/test-stack";

const collection = "/cdn/origin_groups";

const declare = (name: string, args: Partial<OriginGroupArgs> = {}) =>
  new OriginGroup(name, { name, sources: [{ source: "a.example.com" }], ...args });

const retries = (value: number) => ({ "edgecloud:maxRetries": { value: String(value) } });

/** The groups to adopt: one for each way in which the change can get lost. */
const adopted = { lost: 101, unreadable: 102, unsent: 103 };

const found = Object.entries(adopted).map(([name, id]) => ({
  ...{ id, name: `found ${name}`, path: "/old" },
  sources: [{ source: "o.example.com" }],
}));

const declareAll = () => {
  declare("created", { useNext: true, sources: [{ source: "a.example.com" }, otherBucket("media")] });
  for (const [name, originGroupId] of Object.entries(adopted)) {
    declare(name, { originGroupId, onDestroy: "restore" });
  }
};

engineTest(
  "partial failure: what is known of a creation and of adoptions stays in the state, and the next up completes them",
  { config: retries(1), seed: { originGroups: found } },
  async (stack) => {
    const { emulator } = stack;
    const before = emulator.state();
    stack.program = declareAll;
    emulator.addFault({ method: "POST", path: collection, answer: { status: 201, body: { id: 1001 }, applied: true } });
    for (const path of [collection, `${collection}/1001`]) {
      emulator.addFault({ method: "GET", path, times: 100, answer: { status: 503 } });
    }
    emulator.addFault({ method: "PUT", path: `${collection}/${adopted.lost}`, times: 9, reset: "after" });
    emulator.addFault({ method: "PUT", path: `${collection}/${adopted.unreadable}`, broken: "malformed" });
    emulator.addFault({ method: "PUT", path: `${collection}/${adopted.unsent}`, times: 9, reset: "before" });
    const failure = await stack.upWithFailures();
    emulator.clearFaults();

    // The group was created, but only its ID is known.
    expect(failure).toMatch(
      /creating origin group "created": the answer from .*\/cdn\/origin_groups cannot be understood: /,
    );
    const kept = await stack.findResource("created");
    expect(kept).toMatchObject({ id: "1001", outputs: { name: "created", useNext: true, originGroupId: 1001 } });
    expect(kept?.initErrors).toHaveLength(1);
    expect(findWords(allCredentials, { failure, errors: JSON.stringify(kept?.initErrors) })).toEqual([]);

    // The groups were changed, but it is not known how; their restore points are.
    expect(failure).toMatch(/adopting origin group "lost": no answer from .*ECONNRESET/);
    expect(failure).toMatch(/adopting origin group "unreadable": the answer from .* cannot be understood: /);
    for (const name of ["lost", "unreadable"] as const) {
      expect(findGroup(emulator, name).id).toBe(adopted[name]);
      const outputs = { adopted: true, restorePoint: { name: `found ${name}`, path: "/old" } };
      const resource = await stack.findResource(name);
      expect(resource).toMatchObject({ id: String(adopted[name]), outputs });
      expect(resource?.initErrors).toHaveLength(1);
    }

    // The group was not changed, which only this one learns from a refresh.
    const unsent = await stack.findResource("unsent");
    const isUnsent = ({ id }: { id: number }) => id === adopted.unsent;
    expect(emulator.state().originGroups.filter(isUnsent)).toEqual(before.originGroups.filter(isUnsent));
    await stack.refresh({ target: [unsent!.urn] });

    emulator.clearRequests();
    const completion = await stack.up(undefined, { diff: true });
    expect(completion).toMatch(/~ name *: "found unsent" => "unsent"/);
    expect(completion).toContain('origin group "unsent": is sent again as a whole');
    expect(stack.changes().sort()).toEqual(
      [1001, ...Object.values(adopted)].map((id) => `PUT ${collection}/${id} 200`).sort(),
    );
    expect(emulator.state().originGroups).toHaveLength(4);
    expect(findGroup(emulator, "created").sources[1]).toEqual(storedOtherBucket("media"));
    expect(findGroup(emulator, "unsent").id).toBe(adopted.unsent);
    const completed = await stack.resources();
    expect(completed.map(({ id }) => id).sort()).toEqual(["1001", "101", "102", "103"]);
    expect(completed.flatMap(({ initErrors = [] }) => initErrors)).toEqual([]);
    expect(await stack.preview()).toMatch(/5 unchanged/);

    await stack.destroy();
    expect(emulator.state()).toEqual(before);
  },
);

engineTest(
  "retry, delete: transient faults only cost time, and a group in use stays until it is free",
  {},
  async (stack) => {
    const { emulator } = stack;
    const changesOf = (id: number) => stack.changes().filter((change) => change.includes(`/${id} `));

    // 429 of POST.
    stack.program = () => declare("assets");
    emulator.addFault({ method: "POST", path: collection, answer: { status: 429, headers: { "Retry-After": "1" } } });
    await stack.up();
    expect(stack.changes()).toEqual([`POST ${collection} 429`, `POST ${collection} 201`]);
    const posts = stack.requests().filter(({ method }) => method === "POST");
    const [first, second] = posts.map(({ receivedAt }) => Date.parse(receivedAt));
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(990);

    // Faults of PUT. The other groups are for what comes then.
    const inUse = {
      website: { usedBy: { resources: [{ id: 9001 }], rules: [] }, reason: "There are resources using this group" },
      images: { usedBy: { resources: [], rules: [{ id: 1 }] }, reason: "There are rules using this group" },
    };
    const path = `${collection}/1001`;
    emulator.clearRequests();
    emulator.addFault({ method: "PUT", path, times: 2, answer: { status: 502 } });
    emulator.addFault({ method: "PUT", path, broken: "truncated" });
    stack.program = () => {
      declare("assets", { useNext: true });
      Object.keys(inUse).forEach((name) => declare(name));
    };
    await stack.up();
    expect(changesOf(1001)).toEqual([`PUT ${path} 502`, `PUT ${path} 502`, `PUT ${path} 200`, `PUT ${path} 200`]);
    expect(new Set(sentBodies(emulator, "PUT").map((body) => JSON.stringify(body))).size).toBe(1);
    expect(findGroup(emulator, "assets").use_next).toBe(true);

    // The answer of a DELETE is lost, and two groups are in use.
    emulator.clearRequests();
    emulator.addFault({ method: "DELETE", path, reset: "after" });
    const idsInUse = Object.keys(inUse).map((name) => findGroup(emulator, name).id);
    changeGroups(emulator, ({ name }) => ({ usedBy: inUse[name as keyof typeof inUse]?.usedBy }));
    const failure = await failureText(stack.destroy({ continueOnError: true }));
    expect(failure).not.toContain('"assets"');
    expect(changesOf(1001)).toEqual([`DELETE ${path} no answer`, `DELETE ${path} 404`]);
    for (const [name, { reason }] of Object.entries(inUse)) {
      expect(failure).toContain(`deleting origin group "${name}": ${reason} (400)`);
    }
    expect((await stack.resources()).map(({ id }) => Number(id)).sort()).toEqual(idsInUse.sort());
    changeGroups(emulator, () => ({ usedBy: { resources: [], rules: [] } }));
    await stack.destroy();
    expect(emulator.state().originGroups).toEqual([]);
  },
);
