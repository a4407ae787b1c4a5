import { getImage, getImages } from "../../../provider/index";
import { answeredImage } from "./images";
import { messageOf, platform, platformThatAnswers, queryOf, setEnvironment } from "./platform";

const old = answeredImage({ id: "old", created_at: "2025-06-01T00:00:00Z", tags_v2: [] });
const recent = answeredImage({ id: "recent", created_at: "2026-06-01T00:00:00+0000" });
const minimal = answeredImage({ id: "minimal", name: "ubuntu-24.04-minimal", visibility: "private" });
const debian = answeredImage({ id: "debian", name: "Debian 13", os_distro: "debian", os_version: "13" });
const arm = answeredImage({ id: "arm", name: "ubuntu-arm", architecture: "aarch64", os_version: "22.04" });
const all = [old, recent, minimal, debian, arm];

/** A platform that ignores every filter. */
const listing = (images = all) => platformThatAnswers(200, { count: images.length, results: images });

const ids = async (args: Parameters<typeof getImages>[0]) => (await getImages(args)).map(({ id }) => id);

describe("getImages", () => {
  it.each([
    ["nothing", {}, ["old", "recent", "minimal", "debian", "arm"]],
    ["the exact name", { name: "ubuntu-24.04" }, ["old", "recent"]],
    ["the name in another case", { name: "debian 13" }, []],
    ["a pattern", { nameRegex: "-(arm|minimal)$" }, ["minimal", "arm"]],
    ["the distribution", { osDistro: "debian" }, ["debian"]],
    ["the architecture", { architecture: "aarch64" as const }, ["arm"]],
    ["the visibility", { visibility: "private" }, ["minimal"]],
    ["a tag", { tags: { team: "web" } }, ["recent", "minimal", "debian", "arm"]],
    ["a tag with another value", { tags: { team: "db" } }, []],
    ["several at once", { osDistro: "ubuntu", nameRegex: "^ubuntu-24", tags: { team: "web" } }, ["recent", "minimal"]],
  ])("filters by %s even if the platform does not", async (_, args, expected) => {
    await listing();
    expect(await ids(args)).toEqual(expected);
  });

  it("sends the platform the filters that it supports", async () => {
    const { received } = await listing();
    const filters = { name: "n", osDistro: "d", osVersion: "v", architecture: "x86_64", visibility: "p" } as const;
    await getImages({ ...filters, nameRegex: "x", tags: { a: "b" }, includePrices: true });
    expect(received[0]?.url).toMatch(/^\/cloud\/v1\/images\/1\/2\?/);
    const sent = { name: "n", os_distro: "d", os_version: "v", architecture: "x86_64", visibility: "p" };
    expect(queryOf(received[0]!)).toEqual({ ...sent, include_prices: "true", limit: "1000", offset: "0" });
  });

  /** `served(offset)`: the page that begins there. */
  const paged = (served: (offset: number) => object) =>
    platform((request, response) => {
      const { offset } = queryOf({ url: request.url, headers: {}, body: "" });
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(served(Number(offset))));
    });
  const many = Array.from({ length: 2_500 }, (_, index) => answeredImage({ id: `image-${index}` }));
  const page = (offset: number, size: number) => many.slice(offset, offset + size);

  it("reads all pages, and leaves out what is no image", async () => {
    const odd = [null, { id: 7 }, "image"];
    const { received } = await paged((offset) => ({ count: 2_500, results: [...odd, ...page(offset + 3, 997)] }));
    expect(await getImages()).toHaveLength(2_500 - 3 * odd.length);
    expect(received).toHaveLength(3);
  });
});

describe("getImage by filters", () => {
  it("returns the newest of several, compared as instants", async () => {
    const later = answeredImage({ id: "later", created_at: "2026-01-01T01:00:00+02:00" });
    const earlier = answeredImage({ id: "earlier", created_at: "2025-12-31T22:59:59.999999" });
    await listing([earlier, later]);
    expect((await getImage({ osDistro: "ubuntu", mostRecent: true })).id).toBe("later");
  });

  it("lists the candidates if several match", async () => {
    await listing();
    expect(await messageOf(getImage({ name: "ubuntu-24.04", osDistro: "ubuntu" }))).toBe(
      'getImage: 2 images of project 1, region 2 match name "ubuntu-24.04", osDistro "ubuntu"; ' +
        "add filters, or set mostRecent: true:\n" +
        '  "ubuntu-24.04" (id old, version 24.04, created 2025-06-01T00:00:00Z)\n' +
        '  "ubuntu-24.04" (id recent, version 24.04, created 2026-06-01T00:00:00+0000)',
    );
  });

  it("lists the newest if there are several, however their time is written", async () => {
    const same = answeredImage({ id: "same", created_at: "2026-06-01T02:00:00.000+02:00" });
    await listing([old, recent, same]);
    expect(await messageOf(getImage({ name: "ubuntu-24.04", mostRecent: true }))).toMatch(
      /^getImage: 2 images of .*; add filters:\n.*id recent,.*\n.*id same,.*$/,
    );
  });

  it("lists ten candidates at most", async () => {
    await listing(Array.from({ length: 13 }, (_, index) => answeredImage({ id: `image-${index}` })));
    const lines = (await messageOf(getImage({ osDistro: "ubuntu", mostRecent: true }))).split("\n");
    expect(lines[0]).toBe(
      'getImage: 13 images of project 1, region 2 match osDistro "ubuntu" and are equally new; add filters:',
    );
    expect(lines.slice(1)).toHaveLength(11);
    expect(lines.at(-1)).toBe("  and 3 more");
  });

  it("names the filters that matched nothing", async () => {
    await listing();
    expect(await messageOf(getImage({ nameRegex: "^x", tags: { env: "prod" }, mostRecent: true }))).toBe(
      'getImage: no image of project 1, region 2 matches nameRegex "^x", tags {"env":"prod"}',
    );
  });

  it("reads numbers and booleans in a map of strings as strings, and null as absent", async () => {
    await listing();
    const tags = { tier: 1, live: true } as unknown as Record<string, string>;
    expect(await messageOf(getImage({ name: "x", osDistro: null as never, tags }))).toBe(
      'getImage: no image of project 1, region 2 matches name "x", tags {"tier":"1","live":"true"}',
    );
  });
});

describe("getImage by ID", () => {
  it.each([
    [false, {}],
    [true, { include_prices: "true" }],
  ])("reads the image, prices: %s", async (includePrices, query) => {
    const prices = { price_per_hour: 0.25, price_per_month: 90.5, currency_code: "EUR" };
    const { received } = await platformThatAnswers(200, answeredImage({ id: "a?b c", ...prices }));
    const image = await getImage({ imageId: "a?b c", projectId: 7, includePrices });
    expect(image).toMatchObject({ id: "a?b c", pricePerHour: 0.25, pricePerMonth: 90.5, currencyCode: "EUR" });
    expect(received[0]?.url).toMatch(/^\/cloud\/v1\/images\/7\/2\/a%3Fb%20c(\?|$)/);
    expect(queryOf(received[0]!)).toEqual(query);
  });
});

const needed =
  "imageId is required, unless at least one filter is given: name, nameRegex, osDistro, osVersion, architecture, visibility, tags";
const wrongWord = 'architecture must be one of "aarch64", "x86_64" (did you mean "x86_64"?)';
const bad: [string, unknown, string][] = [
  ["only mostRecent", { mostRecent: true }, needed],
  ["only an empty map of tags", { tags: {}, mostRecent: true }, needed],
  ["ID and filters", { imageId: "x", name: "y", mostRecent: true }, "imageId cannot be combined with name, mostRecent"],
  ["a wrong word", { architecture: "x86-64" }, wrongWord],
  ["a tag that is not a text", { tags: { "cost center": [7] } }, 'tags["cost center"] must be a string, not an array'],
  ["an empty pattern, which all images match", { nameRegex: "", mostRecent: true }, "nameRegex must not be empty"],
  ["a broken pattern", { nameRegex: "(" }, "nameRegex must be a regular expression: Unterminated group"],
  [
    "several",
    { name: 1, mostRecent: "yes", projectId: 0 },
    "\n  projectId must be at least 1\n  name must be a string, not a number\n  mostRecent must be a boolean, not a string",
  ],
];

describe("an error before any request is sent", () => {
  it.each(bad)("reports wrong arguments: %s", async (_, args, message) => {
    const { received } = await listing();
    expect(await messageOf(getImage(args as never))).toBe(`getImage:${message.startsWith("\n") ? "" : " "}${message}`);
    expect(received).toEqual([]);
  });

  it("reports a missing project, with all ways to set it", async () => {
    const { url } = await listing();
    setEnvironment({ API_KEY: "k", BASE_URL: url, REGION_ID: "2" });
    expect(await messageOf(getImages())).toBe(
      "getImages: projectId is required: give it here, or for the whole connection with " +
        "`pulumi config set edgecloud:projectId <value>`, the environment variable EDGECLOUD_PROJECT_ID " +
        "or the Provider's projectId",
    );
    expect(await getImages({ projectId: 5 })).toHaveLength(5);
  });

  it("reports a missing configuration", async () => {
    setEnvironment({});
    expect(await messageOf(getImages())).toMatch(
      /^getImages:\n {2}edgecloud:apiKey is not set; .*EDGECLOUD_API_KEY\n {2}edgecloud:baseUrl is not set; /,
    );
  });
});
