import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { findGroup } from "../setup/platform";
import { findWords } from "../setup/search";
import { allCredentials, otherBucket, storedOtherBucket } from "../setup/sources";
import { engineTest } from "../setup/test-stack";
import { readPrivateState } from "../setup/private-state";

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
  "partial failure: what is known of adoptions stays in the state, and the next up completes them",
  { config: retries(1), seed: { originGroups: found } },
  async (stack) => {
    const { emulator } = stack;
    const before = emulator.state();
    stack.program = declareAll;
    emulator.addFault({ method: "PUT", path: `${collection}/${adopted.lost}`, times: 9, reset: "after" });
    emulator.addFault({ method: "PUT", path: `${collection}/${adopted.unreadable}`, broken: "malformed" });
    emulator.addFault({ method: "PUT", path: `${collection}/${adopted.unsent}`, times: 9, reset: "before" });
    const failure = await stack.upWithFailures();
    emulator.clearFaults();

    expect(findWords(allCredentials, { failure })).toEqual([]);

    // The groups were changed, but it is not known how; their restore points are.
    expect(failure).toMatch(/adopting origin group "lost": no complete answer from .*ECONNRESET/);
    expect(failure).toMatch(/adopting origin group "unreadable": the answer from .* cannot be understood: /);
    for (const name of ["lost", "unreadable"] as const) {
      expect(findGroup(emulator, name).id).toBe(adopted[name]);
      const outputs = { adopted: true };
      const restorePoint = { name: `found ${name}`, path: "/old" };
      const resource = await stack.findResource(name);
      expect(readPrivateState(resource)).toMatchObject({ restorePoint });
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
      Object.values(adopted)
        .map((id) => `PUT ${collection}/${id} 200`)
        .sort(),
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
