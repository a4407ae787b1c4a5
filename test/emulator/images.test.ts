import type { SeedInput } from "../../emulator/src/index";
import { call, start } from "./client";
import { expectCloudError, expectInvalid } from "./cloud-error";
import { demoSeed } from "./demo-seed";
import { problems } from "./fields/check";
import { imageFields } from "./fields/image";

interface Image {
  readonly id: string;
  readonly name: string;
}

interface Page {
  readonly count: number;
  readonly results: readonly Image[];
}

type SeedImage = NonNullable<SeedInput["images"]>[number];

const image = (name: string, rest: Partial<SeedImage> = {}): SeedImage => ({
  id: name,
  name,
  project_id: 1,
  region_id: 2,
  os_distro: "ubuntu",
  os_version: "24.04",
  ...rest,
});

const path = "/cloud/v1/images/1/2";

const tags = [
  { key: "env", value: "prod" },
  { key: "team", value: "web", read_only: true },
];

const images = [
  image("Ubuntu-24", { tags_v2: tags }),
  image("ubuntu-22", { os_version: "22.04", tags_v2: [{ key: "env", value: "test" }] }),
  image("ubuntu-arm", { architecture: "aarch64" }),
  image("debian-12", { os_distro: "debian", os_version: "12", visibility: "shared" }),
  image("own", { visibility: "private", price_per_hour: 0.5, price_per_month: 360, currency_code: "EUR" }),
  image("elsewhere", { region_id: 3 }),
  image("others", { project_id: 2 }),
];

const startWithImages = (seed: SeedInput = {}) => start({ seed: { images, ...seed } });
const names = (body: unknown) => (body as Page).results.map(({ name }) => name);

describe("an image (contract 2.2)", () => {
  it("has exactly the contract's fields in the shipped seed", async () => {
    const emulator = await start({ seed: demoSeed });
    const { body } = await call(emulator, "GET", "/cloud/v1/images/11/3?include_prices=true");
    const { count, results } = body as Page;
    expect(count).toBeGreaterThanOrEqual(20);
    for (const listed of results) {
      expect({ id: listed.id, problems: problems(listed, imageFields) }).toEqual({ id: listed.id, problems: [] });
      const one = await call(emulator, "GET", `/cloud/v1/images/11/3/${listed.id}?include_prices=true`);
      expect(one).toMatchObject({ status: 200, body: listed });
    }
  });

  it("has every field when the seed has only the required ones", async () => {
    const emulator = await startWithImages();
    const { body } = await call(emulator, "GET", `${path}/ubuntu-22`);
    expect(problems(body, imageFields)).toEqual([]);
    expect(body).toMatchObject({ region: "region-2", visibility: "public", status: "active", task_id: null });
  });

  it.each(["", "?include_prices=false"])("shows its prices only on demand: %s", async (query) => {
    const emulator = await startWithImages();
    const shown = { currency_code: "EUR", price_per_hour: 0.5, price_per_month: 360 };
    const hidden = { currency_code: null, price_per_hour: null, price_per_month: null };
    expect((await call(emulator, "GET", `${path}/own?include_prices=true`)).body).toMatchObject(shown);
    expect((await call(emulator, "GET", `${path}/own${query}`)).body).toMatchObject(hidden);
    const of = async (text: string) => (await call(emulator, "GET", `${path}${text}`)).body as Page;
    expect((await of("?name=own&include_prices=true")).results).toMatchObject([shown]);
    expect((await of("?name=own")).results).toMatchObject([hidden]);
  });

  it.each(["none", "elsewhere", "others", "%2F", "own/1"])("is a 404 if it does not exist: %s", async (id) => {
    expectCloudError(await call(await startWithImages(), "GET", `${path}/${id}`), [404, "NotFoundError"]);
  });
});

describe("the list of images", () => {
  const inScope = ["Ubuntu-24", "ubuntu-22", "ubuntu-arm", "debian-12", "own"];

  it.each<[string, string[]]>([
    ["", inScope],
    ["?name=BUNTU-2", ["Ubuntu-24", "ubuntu-22"]],
    ["?name=none", []],
    ["?os_distro=debian", ["debian-12"]],
    ["?os_distro=Debian", []],
    ["?os_version=22.04", ["ubuntu-22"]],
    ["?architecture=aarch64", ["ubuntu-arm"]],
    ["?visibility=shared", ["debian-12"]],
    ["?private=true", ["debian-12", "own"]],
    ["?tag_key=env", ["Ubuntu-24", "ubuntu-22"]],
    ["?tag_key=env&tag_key=team", ["Ubuntu-24"]],
    ["?tag_key_value=%7B%22env%22%3A%22test%22%7D", ["ubuntu-22"]],
    ["?tag_key_value=%7B%22env%22%3A%22prod%22%2C%22team%22%3A%22web%22%7D", ["Ubuntu-24"]],
    ["?name=ubuntu&os_version=24.04&architecture=x86_64", ["Ubuntu-24"]],
    ["?surprise=1", inScope],
  ])("filters: %s", async (query, expected) => {
    const { status, body } = await call(await startWithImages(), "GET", path + query);
    expect(status).toBe(200);
    expect(body).toEqual({ count: expected.length, results: expect.any(Array) as unknown[] });
    expect(names(body)).toEqual(expected);
  });

  it.each([
    ...["include_prices=yes", "private=maybe", "architecture=sparc", "name=a&name=b"],
    ...["env", "%5B%5D", "%7B%22env%22%3A1%7D"].map((value) => `tag_key_value=${value}`),
  ])("refuses %s", async (query) => {
    const [field = ""] = query.split("=");
    await expectInvalid(await startWithImages(), ["GET", `${path}?${query}`], { [field]: [expect.any(String)] });
  });

  it("ignores filters that the deployment does not support yet", async () => {
    const emulator = await startWithImages({ cloud: { ignoredImageFilters: ["os_distro", "tag_key"] } });
    const { body } = await call(emulator, "GET", `${path}?os_distro=debian&tag_key=env&name=ubuntu`);
    expect(names(body)).toEqual(["Ubuntu-24", "ubuntu-22", "ubuntu-arm"]);
  });
});
