import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { changeGroups, findGroup, sentBodies } from "../../../engine/setup/platform";
import { engineTest, failureText } from "../../../engine/setup/test-stack";

const collection = "/cdn/origin_groups";

const declare = (name: string, args: Partial<OriginGroupArgs> = {}) =>
  new OriginGroup(name, { name, sources: [{ source: "a.example.com" }], ...args });

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
