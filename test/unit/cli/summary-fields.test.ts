import { diff, fields, rows, step, summary, urn, type Inputs } from "./previews";
import { sentinel } from "../../../provider/core/tree";

const web = (number: number, more: Inputs = {}) => ({ source: `web-${number}`, backup: false, enabled: true, ...more });

const media = { s3BucketName: "media", s3AuthType: "cloudSignatureV4", s3SecretAccessKey: "[secret]" };
const bucket = (config: Inputs = {}, more: Inputs = {}) => {
  return { originType: "s3", config: { ...media, ...config }, backup: false, enabled: true, ...more };
};

type Source = ReturnType<typeof web> | ReturnType<typeof bucket>;

const findName = (source: Source) => ("source" in source ? source.source : source.config.s3BucketName);

/** How each host registers a group, and where Pulumi says that a source differs. */
const hosts = {
  plugin: {
    type: "edgecloud:index:OriginGroup",
    list: (...sources: Source[]): unknown => sources,
    place: (index: number, _: string) => `sources[${index}]`,
    cases: (...cases: string[]): unknown => cases,
  },
  "dynamic provider": {
    type: "pulumi-nodejs:dynamic/edgecloud:OriginGroup",
    list: (...sources: Source[]): unknown =>
      Object.fromEntries(
        sources.map((given, index) => {
          const rest = Object.fromEntries(Object.entries(given).filter(([key]) => key !== "source"));
          const before = sources[index - 1];
          return [findName(given), { ...rest, ...(before && { after: findName(before) }) }];
        }),
      ),
    place: (_: number, name: string) => `sources.${name}`,
    cases: (...cases: string[]): unknown => Object.fromEntries(cases.map((name) => [name, true])),
  },
};

describe.each(Object.entries(hosts))("a group of the %s", (_, { type, list, place, cases }) => {
  const update = (before: Source[], after: Source[], ...paths: string[]) => {
    const more = { urn: urn("g", type), ...diff(...paths) };
    return fields([step("update", "g", { sources: list(...before) }, { sources: list(...after) }, more)]);
  };

  it("has its order in one line, and what differs from the default of an added source", () => {
    const off = web(1, { enabled: false });
    const reserve = bucket({}, { backup: true });
    expect(update([web(1), reserve], [web(9), off, web(2, { hostHeaderOverride: "x" }), reserve])).toEqual([
      '+ `sources["web-9"]`',
      '`sources["web-1"].enabled`: `true` → `false`',
      '+ `sources["web-2"]`: `hostHeaderOverride`: `x`',
      "`sources`: `web-9 → web-1 (off) → web-2 → media (backup)`",
    ]);
  });

  it("shows an added bucket by what a reviewer wants to know of it", () => {
    expect(update([web(1)], [web(1), bucket({ s3Region: "eu" }, { backup: true, enabled: false })])).toEqual([
      "+ `sources.media`: `config.s3SecretAccessKey`: `[secret]`, `config.s3Region`: `eu`, `backup`: `true`, " +
        "`enabled`: `false`",
    ]);
  });

  it("shows a mere move as the new order", () => {
    expect(update([web(1), web(2), web(3)], [web(3), web(1), web(2)])).toEqual(["`sources`: `web-3 → web-1 → web-2`"]);
  });

  it.each([
    ["a source is removed or added at the end", [web(1), web(3), web(4)]],
    ["one source takes the place of another", [web(1), web(4), web(3)]],
  ])("shows no order where %s", (_, after) => {
    expect(update([web(1), web(2), web(3)], after)).toEqual(['+ `sources["web-4"]`', '− `sources["web-2"]`']);
  });

  it("knows a changed secret", () => {
    expect(update([web(1), bucket()], [web(1), bucket()])).toEqual([]);
    expect(update([web(1), bucket()], [web(1), bucket()], `${place(1, "media")}.config.s3SecretAccessKey`)).toEqual([
      "`sources.media.config.s3SecretAccessKey`: *secret changed*",
    ]);
  });

  it("shows the order of a new group, and where it reads credentials", () => {
    const named = bucket({ s3SecretAccessKey: undefined, s3SecretAccessKeyFrom: { env: "MEDIA_KEY" } });
    const inputs = { name: "g", sources: list(web(1), web(2, { backup: true }), named) };
    expect(fields([step("create", "g", undefined, inputs, { urn: urn("g", type) })])).toEqual([
      "`name`: `g`",
      "`sources`: `web-1 → web-2 (backup) → media`",
      "`sources.media.config.s3SecretAccessKeyFrom`: `env MEDIA_KEY` (new)",
    ]);
  });

  it("shows a set by its members", () => {
    const before = { proxyNextUpstream: cases("error", "http_500") };
    const after = { proxyNextUpstream: cases("error", "timeout", "http_500") };
    const changed = fields([step("update", "g", before, after, { urn: urn("g", type) })]);
    expect(changed).toEqual(["+ `proxyNextUpstream`: `timeout`"]);
  });
});

describe("what Pulumi hides in a source that has moved in the plugin's list", () => {
  const compare = (before: Source[], after: Source[], ...paths: string[]) =>
    fields([step("update", "g", { sources: before }, { sources: after }, diff(...paths))]);

  it.each([
    ["below other sources", [web(9), bucket(), web(1)], ["sources[0]", "sources[1].config.s3Region"]],
    ["in the order", [web(1), bucket()], ["sources[0]", "sources[1]"]],
  ])("may have changed if nothing else has: %s", (_, after, paths) => {
    const changed = compare([bucket(), web(1)], after, ...paths);
    expect(changed).toContain("`sources.media`: *secret may have changed*");
  });

  it("is not mentioned where something else explains the difference", () => {
    const changed = compare([bucket()], [web(1), bucket({ s3Region: "eu" })], "sources[0]", "sources[1]");
    expect(changed).toContain("+ `sources.media.config.s3Region`: `eu`");
    expect(changed.join()).not.toContain("secret");
  });
});

const change = (before: Inputs, after: Inputs, ...paths: string[]) =>
  fields([step("update", "g", before, after, diff(...paths))]);

test.each<[string, Inputs, Inputs, string[]]>([
  ["a value", { a: 1 }, { a: 2 }, ["`a`: `1` → `2`"]],
  ["a value inside", { a: { b: 1 } }, { a: { b: 2 } }, ["`a.b`: `1` → `2`"]],
  ["a key with a space", { a: { "b c": 1 } }, { a: {} }, ['− `a["b c"]`: `1`']],
  ["an empty text", { a: "x" }, { a: "" }, ['`a`: `x` → `""`']],
  ["an added object", {}, { a: { b: { c: 1 }, d: "x" } }, ["+ `a`: `b.c`: `1`, `d`: `x`"]],
  ["a removed object", { a: { b: 1 } }, {}, ["− `a`"]],
  ["one more text", { a: ["x"] }, { a: ["w", "x"] }, ["+ `a`: `w`"]],
  ["the order of texts", { a: ["x", "y"] }, { a: ["y", "x"] }, ["`a`: `y → x`"]],
  ["what is known later", { a: "x", b: "1" }, { a: sentinel }, ["`a`: `x` → known after `up`", "− `b`: `1`"]],
  ["the text of the dynamic provider", { __provider: "a" }, { __provider: "b" }, []],
  ["the marks of the dynamic provider's secrets", { a: 1 }, { a: 1, __secrets: { a: true } }, []],
  [
    "a host, and no bucket of the same name",
    { a: [bucket(), { source: "media", enabled: true }] },
    { a: [bucket(), { source: "media", enabled: false }] },
    ['`a["media (2)"].enabled`: `true` → `false`'],
  ],
  ["nothing", { a: [{ source: "x" }] }, { a: [{ source: "x" }] }, []],
  ["our default in another's list", { a: [] }, { a: [{ source: "x", backup: false }] }, ["+ `a.x`: `backup`: `false`"]],
])("%s", (_, before, after, expected) => {
  const steps = [step("update", "g", before, after, { urn: urn("g", "other:index:Thing") })];
  expect(fields(steps)).toEqual(expected);
});

test.each([
  ["an object", "a.b.c", ["`a.b`: *secret changed*"]],
  ["a list", "a.b[0]", ["`a.b`: *secret changed*"]],
  ["nothing: the path only begins like its own", "a.bc", []],
])("a secret that is %s is shown as changed if something inside differs", (_, path, expected) => {
  const inputs = { a: { b: "[secret]" } };
  expect(change(inputs, inputs, path)).toEqual(expected);
});

describe("a long text", () => {
  it.each([
    ["a changed line", "a\nb\nc\n", "a\nB\nc\n", "+1 −1"],
    ["more lines", "a\n", "a\nb\nc\n", "+2 −0"],
    ["two lines that change places", "a\nb\nc", "b\na\nc", "*lines reordered*"],
    ["a text that gets a second line", "a", "a\nb", "+1 −0"],
  ])("of several lines, %s, tells how many have changed", (_, before, after, expected) => {
    expect(change({ code: before }, { code: after })).toEqual([`\`code\`: ${expected}`]);
  });

  it("shows where it differs, after any number of characters", () => {
    const [text = ""] = change({ a: `${"x".repeat(500)}old` }, { a: `${"x".repeat(500)}new` });
    expect(text).toBe(`\`a\`: \`…${"x".repeat(40)}old\` → \`…${"x".repeat(40)}new\``);
  });
});

describe("names of credentials", () => {
  it("are new if no resource of the table has read them before", () => {
    const known = step("update", "a", { envsFrom: { K: { env: "OLD" } } }, { envsFrom: { K: { file: "/run/new" } } });
    const more = step("update", "b", { envsFrom: {} }, { envsFrom: { L: { env: "OLD" }, M: { env: "NEW" } } });
    const created = step("create", "c", undefined, { envsFrom: { N: { file: "/run/new" } } });
    expect(rows(summary([known, more, created])).map((row) => row.split(" | ")[2])).toEqual([
      "`envsFrom.K`: `env OLD` → `file /run/new` (new) |",
      "+ `envsFrom.L`: `env OLD`<br>+ `envsFrom.M`: `env NEW` (new) |",
      "`envsFrom.N`: `file /run/new` (new) |",
    ]);
  });

  it("are new even if their paths begin like a known one, further than is shown", () => {
    const folder = `/${"x".repeat(130)}`;
    const before = { envsFrom: { K: { file: `${folder}/old` } } };
    const after = { envsFrom: { K: { file: `${folder}/new` } } };
    expect(fields([step("update", "a", before, after)])).toEqual([expect.stringMatching(/ → `[^`]*…` \(new\)$/)]);
  });

  it("are shown for what is adopted as well", () => {
    const ref = { projectId: 1, regionId: 2, namespace: "web", name: "a" };
    const inputs = { ...ref, adopt: true, envsFrom: { K: { env: "X" } } };
    const type = urn("a", "edgecloud:index:CloudFunction");
    const created = fields([step("create", "a", undefined, inputs, { urn: type })]);
    expect(created).toEqual(["**adopts** `1/2/web/a`", "`envsFrom.K`: `env X` (new)"]);
  });
});

describe("a provider", () => {
  const update = (type: string, before: Inputs, after: Inputs, more: object = {}) =>
    summary([step("update", "eu", before, after, { urn: urn("eu", type), ...more })], { changeSummary: { same: 2 } });

  it.each([
    ["pulumi:providers:edgecloud", ""],
    ["pulumi:providers:pulumi-nodejs", "edgecloud:"],
  ])("%s is shown with its settings", (type, prefix) => {
    const settings = (host: string) => ({ [`${prefix}apiKey`]: "[secret]", [`${prefix}baseUrl`]: `https://${host}` });
    const text = update(type, settings("a.example.com"), settings("b.example.com"));
    expect(text).toMatch(/^### Pulumi preview: 1 to update, 1 unchanged\n/);
    expect(rows(text)).toEqual([
      "| `~` | Provider `eu` | `baseUrl`: `https://a.example.com` → `https://b.example.com` |",
    ]);
  });

  it.each([
    ["pulumi:providers:edgecloud", "apiKey", { diffReasons: ["apiKey"] }],
    ["pulumi:providers:pulumi-nodejs", "edgecloud:apiKey", {}],
  ])("%s is shown with a changed key, though Pulumi says little of it", (type, key, more) => {
    const settings = { [key]: "[secret]" };
    const text = update(type, settings, settings, more);
    expect(rows(text)).toEqual(["| `~` | Provider `eu` | `apiKey`: *secret changed* |"]);
  });

  it("that Pulumi makes by itself is not", () => {
    const type = "pulumi:providers:edgecloud";
    const made = step("create", "", undefined, {}, { urn: urn("default_0_1_0", type) });
    expect(rows(summary([made]))).toEqual([]);
  });
});

test("an order that the table shows is not said again, and any other notice is", () => {
  const before = { name: "g", sources: [web(1), web(2)] };
  const after = { name: "g", sources: [web(2), web(1)], description: "of interest" };
  const order = 'origin group "g": the order of sources becomes web-2 → web-1\n';
  const said = [order, "of interest", 'group "g": web-2 → web-1'];
  const diagnostics = said.map((message) => ({ severity: "info", message }));
  const [, notices = ""] = summary([step("update", "g", before, after)], { diagnostics }).split("**Notices**");
  expect(notices.trim().split("\n")).toEqual(["- `of interest`", '- `group "g": web-2 → web-1`']);
});
