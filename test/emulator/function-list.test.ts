import { call, start } from "./client";
import { expectCloudError } from "./cloud-error";
import type { functionSeed } from "./function-seed";
import { functionsPath, newFunction, startedTasks } from "./function-seed";

interface Page {
  readonly count: number;
  readonly results: readonly { readonly name: string; readonly status: string }[];
}

const place = { project_id: 1, region_id: 2, namespace: "web" };
const functions = [
  { ...place, ...newFunction({ name: "resize", envs: { LEVEL: "info" } }) },
  { ...place, ...newFunction({ name: "thumbs", disabled: true }) },
  { ...place, ...newFunction({ name: "elsewhere" }), namespace: "web-2" },
  { ...place, ...newFunction({ name: "far" }), region_id: 3 },
  { ...place, ...newFunction({ name: "crop" }) },
] as unknown as NonNullable<ReturnType<typeof functionSeed>["functions"]>;

const pageOf = ({ body }: { body: unknown }) => body as Page;
const names = (page: Page) => page.results.map(({ name }) => name);

describe("the list of functions", () => {
  it("returns each function of the namespace as its GET does", async () => {
    const emulator = await start({ seed: { functions } });
    const { count, results } = pageOf(await call(emulator, "GET", functionsPath));
    expect([count, results.map(({ name }) => name)]).toEqual([3, ["resize", "thumbs", "crop"]]);
    for (const listed of results) {
      expect((await call(emulator, "GET", `${functionsPath}/${listed.name}`)).body).toEqual(listed);
    }
  });

  it.each<[string, string[]]>([
    ["?limit=2", ["resize", "thumbs"]],
    ["?limit=2&offset=2", ["crop"]],
    ["?offset=3", []],
    ["?name=crop", ["resize", "thumbs", "crop"]],
  ])("comes in pages without filters, with the count of all: %s", async (query, expected) => {
    const page = pageOf(await call(await start({ seed: { functions } }), "GET", functionsPath + query));
    expect([page.count, names(page)]).toEqual([3, expected]);
  });

  it("starts with the first function on every page if offset is ignored", async () => {
    const emulator = await start({ seed: { functions, cloud: { ignoresOffset: true } } });
    expect(names(pageOf(await call(emulator, "GET", `${functionsPath}?limit=1&offset=2`)))).toEqual(["resize"]);
  });

  it("is empty for an unknown namespace, and refuses one that cannot be", async () => {
    const emulator = await start({ seed: { functions } });
    const empty = await call(emulator, "GET", functionsPath.replace("web", "other"));
    expect(empty).toMatchObject({ status: 200, body: { count: 0, results: [] } });
    expectCloudError(await call(emulator, "GET", functionsPath.replace("web", "No")), [400, "ValidationError"]);
    expectCloudError(await call(emulator, "GET", `${functionsPath}?limit=0`), [400, "ValidationError"]);
  });

  it("shows a new function once its task runs", async () => {
    const emulator = await start({ seed: { cloud: { taskLife: { newMs: 1_000, runningMs: 1_000 } } } });
    startedTasks(await call(emulator, "POST", functionsPath, newFunction()));
    const seen = async () => pageOf(await call(emulator, "GET", functionsPath)).results;
    expect(await seen()).toEqual([]);
    emulator.advanceClock(1_500);
    expect(await seen()).toMatchObject([{ name: "resize", status: "BUILDING" }]);
  });
});
