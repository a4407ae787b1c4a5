import { startEmulator, type Emulator } from "edgecloud-emulator";
import { OriginGroupsEndpoint } from "../../../provider/api/calls/origin-groups";
import { ExistingGroups } from "../../../provider/resources/origin-group/existing-groups";
import { clientOf } from "../api/server";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("the groups that a preview finds by name", () => {
  let emulator: Emulator;

  beforeAll(async () => {
    emulator = await startEmulator();
  });

  beforeEach(() => emulator.reset());

  afterAll(() => emulator.close());

  function existingGroups(count: number): ExistingGroups {
    emulator.seed({
      originGroups: numbers(count).map((id) => ({ id, name: `group-${id}`, sources: [{ source: "a.example.com" }] })),
    });
    const endpoint = new OriginGroupsEndpoint(clientOf(emulator.url, { apiKey: "demo-key" }));
    return new ExistingGroups(() => endpoint);
  }

  /** How many requests it takes to look for one name after the other, of which every second one exists. */
  async function countRequests(existing: ExistingGroups, looks: number, lastId: number): Promise<number> {
    for (const look of numbers(looks)) {
      const isThere = look % 2 === 0;
      const name = isThere ? `group-${lastId - look}` : `new-${look}`;
      expect((await existing.find(name))?.name).toBe(isThere ? name : undefined);
    }
    const sent = emulator.requests().length;
    emulator.clearRequests();
    return sent;
  }

  it("come from one request, however many names there are", async () => {
    expect(await countRequests(existingGroups(900), 200, 900)).toBe(1);
  });

  it("come from one page and a request for each of a few names, if the account is large", async () => {
    expect(await countRequests(existingGroups(12_000), 10, 12_000)).toBe(1 + 10);
  });

  it("come from all pages once that takes fewer requests", async () => {
    const existing = existingGroups(5_000);
    // The first page and three names; then all pages.
    expect(await countRequests(existing, 100, 5_000)).toBe(1 + 3 + 5);
    expect(await countRequests(existing, 100, 4_000)).toBe(0);
  });

  it("come from all pages at once if many names are looked for together", async () => {
    const existing = existingGroups(5_000);
    const found = await Promise.all(numbers(20).map((look) => existing.find(`group-${4_000 + look}`)));
    expect(found.map((group) => group?.id)).toEqual(numbers(20).map((look) => 4_000 + look));
    expect(emulator.requests()).toHaveLength(5);
  });
});
