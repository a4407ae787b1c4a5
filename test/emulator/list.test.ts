import { bucket, call, groupsPath, start } from "./client";

interface Page {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly { readonly name: string }[];
}

async function startWithGroups() {
  const sources = (source: string) => [{ source }];
  const usedBy = { resources: [{ id: 1 }] };
  return start({
    seed: {
      originGroups: [
        { id: 30, name: "assets", sources: sources("a.example.com") },
        { id: 10, name: "Assets-2", sources: sources("b.example.com:8080"), usedBy },
        { id: 20, name: "video", sources: [bucket("media") as never] },
      ],
    },
  });
}

const names = (body: unknown) => (body as { name: string }[]).map(({ name }) => name);

describe("the list of origin groups", () => {
  it("is a bare array by ascending ID", async () => {
    const { status, body } = await call(await startWithGroups(), "GET", groupsPath);
    expect(status).toBe(200);
    expect(names(body)).toEqual(["Assets-2", "video", "assets"]);
    expect(JSON.stringify(body)).not.toContain("secret/of");
  });

  it.each([
    ["name=asset", ["Assets-2", "assets"]],
    ["name=ASSETS-2", ["Assets-2"]],
    ["name=none", []],
    ["sources=a.example.com", ["assets"]],
    ["sources=b.example.com%3A8080,media", ["Assets-2", "video"]],
    ["sources=b.example.com", []],
    ["has_related_resources=true", ["Assets-2"]],
    ["has_related_resources=false", ["video", "assets"]],
    ["name=assets&has_related_resources=true", ["Assets-2"]],
    ["name=&sources=&has_related_resources=", ["Assets-2", "video", "assets"]],
  ])("can be filtered: %s", async (query, expected) => {
    const { body } = await call(await startWithGroups(), "GET", `${groupsPath}?${query}`);
    expect(names(body)).toEqual(expected);
  });

  it("comes in pages that link to each other when limit or offset is given", async () => {
    const emulator = await startWithGroups();
    let path: string | null = `${groupsPath}?limit=2&name=`;
    const pages: Page[] = [];
    while (path !== null) {
      const page = (await call(emulator, "GET", path)).body as Page;
      pages.push(page);
      expect(page.next === null || page.next.startsWith(emulator.url)).toBe(true);
      path = page.next && page.next.slice(emulator.url.length);
    }
    expect(pages.map((page) => names(page.results))).toEqual([["Assets-2", "video"], ["assets"]]);
    expect(pages.map(({ count }) => count)).toEqual([3, 3]);
    expect(pages[0]?.previous).toBeNull();
    const previous = pages[1]?.previous?.slice(emulator.url.length) ?? "";
    expect((await call(emulator, "GET", previous)).body).toEqual(pages[0]);
    const rest = (await call(emulator, "GET", `${groupsPath}?offset=1`)).body as Page;
    expect(names(rest.results)).toEqual(["video", "assets"]);
  });

  it("ends with the page that holds the last group, and steps back one page", async () => {
    const emulator = await startWithGroups();
    expect((await call(emulator, "GET", `${groupsPath}?limit=3`)).body).toMatchObject({ next: null, previous: null });
    const last = (await call(emulator, "GET", `${groupsPath}?limit=1&offset=2`)).body;
    expect(last).toMatchObject({ next: null, previous: `${emulator.url}${groupsPath}?limit=1&offset=1` });
    const beyond = (await call(emulator, "GET", `${groupsPath}?limit=1&offset=9`)).body;
    expect(beyond).toMatchObject({ count: 3, next: null, results: [] });
  });

  it("starts with the first group on every page if offset is ignored", async () => {
    const emulator = await startWithGroups();
    emulator.seed({ cdn: { ignoresOffset: true } });
    for (const offset of [0, 2, 9]) {
      const page = (await call(emulator, "GET", `${groupsPath}?limit=2&offset=${offset}`)).body as Page;
      expect(names(page.results)).toEqual(["Assets-2", "video"]);
      expect(page).toMatchObject({ count: 3, next: `${emulator.url}${groupsPath}?limit=2&offset=2`, previous: null });
    }
  });

  it.each(["limit=0", "limit=1001", "limit=x", "offset=-1", "has_related_resources=maybe"])(
    "refuses %s",
    async (query) => {
      const { status, body } = await call(await start(), "GET", `${groupsPath}?${query}`);
      const field = query.split("=", 1)[0] ?? "";
      expect({ status, body }).toEqual({ status: 400, body: { [field]: [expect.any(String)] } });
    },
  );
});
