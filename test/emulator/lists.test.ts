import type { SeedInput } from "../../emulator/src/index";
import { call, start } from "./client";
import { expectInvalid } from "./cloud-error";
import { functionsPath, namespaceSeed, namespacesPath, newFunction } from "./function-seed";
import { taskId } from "./snapshot-seed";

interface Page {
  readonly count: number;
  readonly results: readonly { readonly id: string; readonly name: string }[];
}

interface List {
  readonly path: string;
  /** Lists beside it, in which there is nothing. */
  readonly others: readonly string[];
  /** Adds three objects to it, `crop`, `blur` and `edge`, and one to another list. */
  readonly seed: SeedInput;
  /** By which of its fields an object is read. */
  readonly key: "id" | "name";
  /** A body that creates an object, if that can be done, and the status while that goes on. */
  readonly fresh?: { readonly body: object; readonly status: string };
}

const place = { project_id: 1, region_id: 2 };
const uuid = (number: number) => `0000000${number}-0000-4000-8000-000000000000`;
const image = (name: string) => ({ ...place, id: name, name, os_distro: "ubuntu", os_version: "24.04" });
const snapshot = (number: number) => ({
  ...place,
  id: uuid(number),
  name: ["", "blur", "edge", "crop", "far"][number]!,
});
const aNamespace = (name: string) => ({ ...place, name, envs: { A: "1" } });
const aFunction = (name: string) => ({ ...place, namespace: "web", ...newFunction({ name, envs: { A: "1" } }) });

const lists: Record<string, List> = {
  images: {
    path: "/cloud/v1/images/1/2",
    others: ["/cloud/v1/images/1/9", "/cloud/v1/images/9/2"],
    seed: { images: [image("crop"), image("blur"), image("edge"), { ...image("far"), region_id: 3 }] },
    key: "id",
  },
  snapshots: {
    path: "/cloud/v1/snapshots/1/2",
    others: ["/cloud/v1/snapshots/1/9", "/cloud/v1/snapshots/9/2"],
    seed: { snapshots: [...[3, 1, 2].map(snapshot), { ...snapshot(4), region_id: 3 }] },
    key: "id",
    fresh: { body: { name: "fresh", volume_id: taskId }, status: "creating" },
  },
  functions: {
    path: functionsPath,
    others: [functionsPath.replace("web", "other"), functionsPath.replace("/1/2/", "/2/2/")],
    seed: namespaceSeed({
      functions: [
        ...[aFunction("crop"), { ...aFunction("blur"), disabled: true }, aFunction("edge")],
        { ...aFunction("near"), namespace: "web-2" },
        { ...aFunction("far"), region_id: 3 },
      ] as unknown as SeedInput["functions"],
    }),
    key: "name",
    fresh: { body: newFunction({ name: "fresh" }), status: "BUILDING" },
  },
  namespaces: {
    path: namespacesPath,
    others: [namespacesPath.replace("/2", "/9"), namespacesPath.replace("/1/", "/9/")],
    seed: { namespaces: [...["crop", "blur", "edge"].map(aNamespace), { ...aNamespace("far"), region_id: 3 }] },
    key: "name",
    fresh: { body: { name: "fresh" }, status: "Creating" },
  },
};

const names = ({ results }: Page) => results.map(({ name }) => name);

describe.each(Object.entries(lists))("the list of %s", (_, { path, others, seed, key }) => {
  const read = async (query: string, cloud: SeedInput["cloud"] = {}) => {
    const answer = await call(await start({ seed: { ...seed, cloud } }), "GET", path + query);
    expect(answer.status).toBe(200);
    return answer.body as Page;
  };

  it("has each object as its GET shows it", async () => {
    const emulator = await start({ seed });
    const page = (await call(emulator, "GET", path)).body as Page;
    expect(names(page)).toEqual(["crop", "blur", "edge"]);
    for (const listed of page.results) {
      expect(await call(emulator, "GET", `${path}/${listed[key]}`)).toMatchObject({ status: 200, body: listed });
    }
  });

  it.each<[string, string[]]>([
    ["", ["crop", "blur", "edge"]],
    ["?limit=2", ["crop", "blur"]],
    ["?limit=2&offset=2", ["edge"]],
    ["?offset=3", []],
    ["?limit=1000", ["crop", "blur", "edge"]],
  ])("comes in pages, with the count of all: %s", async (query, expected) => {
    const page = await read(query);
    expect([page.count, names(page)]).toEqual([3, expected]);
  });

  it.each([0, 2, 9])("begins with the first object on every page if offset is ignored: %i", async (offset) => {
    const page = await read(`?limit=2&offset=${offset}`, { ignoresOffset: true });
    expect([page.count, names(page)]).toEqual([3, ["crop", "blur"]]);
  });

  it("is empty where there is nothing", async () => {
    const emulator = await start({ seed });
    for (const other of others) {
      const { status, body } = await call(emulator, "GET", other);
      expect({ status, body }).toEqual({ status: 200, body: { count: 0, results: [] } });
    }
  });

  it.each(["limit=0", "limit=1001", "limit=-1", "limit=ten", "limit=1.5", "limit=1&limit=2", "offset=-1", "offset=x"])(
    "refuses %s",
    async (query) => {
      const [field = ""] = query.split("=");
      await expectInvalid(await start({ seed }), ["GET", `${path}?${query}`], { [field]: [expect.any(String)] });
    },
  );
});

const creatable = Object.entries(lists).filter(([, { fresh }]) => fresh !== undefined);

it.each(creatable)("the list of %s has no filters", async (_, { path, seed }) => {
  const { body } = await call(await start({ seed }), "GET", `${path}?name=crop`);
  expect(names(body as Page)).toEqual(["crop", "blur", "edge"]);
});

it.each(creatable)("the list of %s has a new object once its task runs", async (_, { path, seed, fresh }) => {
  const emulator = await start({ seed: { ...seed, cloud: { taskLife: { newMs: 1_000, runningMs: 1_000 } } } });
  await call(emulator, "POST", path, fresh?.body);
  const seen = async () => ((await call(emulator, "GET", path)).body as Page).results.slice(3);
  expect(await seen()).toEqual([]);
  emulator.advanceClock(1_500);
  expect(await seen()).toMatchObject([{ name: "fresh", status: fresh?.status }]);
});
