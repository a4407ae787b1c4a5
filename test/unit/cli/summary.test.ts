import { compareFields } from "../../../provider/cli/summary/fields";
import { maxSummaryLength, summarize } from "../../../provider/cli/summary/markdown";
import { readPreview } from "../../../provider/cli/summary/preview";
import { sentinel } from "../../../provider/core/unknown";
import { folderWith, run } from "./command";

type Inputs = Record<string, unknown>;

const urn = (name: string, type = "edgecloud:index:OriginGroup") => `urn:pulumi:dev::web::${type}::${name}`;

const stack = { op: "same", urn: urn("web-dev", "pulumi:pulumi:Stack"), oldState: {}, newState: {} };

/** A step as `pulumi preview --json` prints it. */
function step(op: string, name: string, before?: Inputs, after?: Inputs, more: object = {}) {
  const oldState = before && { id: "1001", inputs: before };
  return { op, urn: urn(name), oldState, newState: after && { inputs: after }, detailedDiff: null, ...more };
}

function summary(steps: object[], more: object = {}): string {
  return summarize(readPreview(JSON.stringify({ steps: [stack, ...steps], ...more })));
}

/** The rows of all tables. */
function rows(text: string): string[] {
  return text.split("\n").filter((line) => line.startsWith("| `"));
}

const diff = (...paths: string[]) => ({
  detailedDiff: Object.fromEntries(paths.map((path) => [path, { kind: "update", inputDiff: true }])),
});

describe("the fields of a change", () => {
  const compare = (before: Inputs, after: Inputs, ...paths: string[]) =>
    compareFields({ before, after, paths: new Map(paths.map((path) => [path, "update"])) });

  it.each([
    ["a value", { a: 1 }, { a: 2 }, [{ path: "a", kind: "changed", before: 1, after: 2 }]],
    ["a value inside", { a: { b: 1 } }, { a: { b: 2 } }, [{ path: "a.b", kind: "changed", before: 1, after: 2 }]],
    ["a key with a space", { a: { "b c": 1 } }, { a: {} }, [{ path: 'a["b c"]', kind: "removed", value: 1 }]],
    ["one more text", { a: ["x"] }, { a: ["w", "x"] }, [{ path: "a", kind: "added", value: "w" }]],
    ["the order", { a: ["x", "y"] }, { a: ["y", "x"] }, [{ path: "a", kind: "reordered", names: ["y", "x"] }]],
    ["the text of the dynamic provider", { __provider: "a" }, { __provider: "b" }, []],
    ["the paths of the dynamic provider's secrets", { a: 1 }, { a: 1, __secretPaths: ["a"] }, []],
    ["nothing", { a: [{ source: "x" }] }, { a: [{ source: "x" }] }, []],
  ])("%s", (_, before, after, expected) => {
    expect(compare(before, after)).toEqual(expected);
  });

  it("a source added at the top is one field", () => {
    const before = { sources: [{ source: "a.example.com", backup: false }] };
    const after = { sources: [{ source: "front.example.com" }, { source: "a.example.com", backup: true }] };
    expect(compare(before, after, "sources[0]", "sources[1]")).toEqual([
      { path: 'sources["front.example.com"]', kind: "added", value: { source: "front.example.com" } },
      { path: 'sources["a.example.com"].backup', kind: "changed", before: false, after: true },
    ]);
  });

  const bucket = (config: Inputs = {}) => ({ config: { s3BucketName: "media", key: "[secret]", ...config } });

  it("a hidden value counts as changed if Pulumi says so", () => {
    expect(compare({ sources: [bucket()] }, { sources: [bucket()] })).toEqual([]);
    expect(compare({ sources: [bucket()] }, { sources: [bucket()] }, "sources[0].config.key")).toEqual([
      { path: "sources.media.config.key", kind: "secret" },
    ]);
  });

  it("a hidden value of a moved entry counts as changed if nothing else has", () => {
    const moved = (config?: Inputs) => ({ sources: [{ source: "a" }, bucket(config)] });
    expect(compare({ sources: [bucket()] }, moved(), "sources[0]", "sources[1]")).toContainEqual({
      path: "sources.media",
      kind: "secret",
    });
    const changed = compare({ sources: [bucket()] }, moved({ s3Region: "eu" }), "sources[0]", "sources[1]");
    expect(changed.map(({ kind }) => kind)).not.toContain("secret");
  });
});

describe("the summary", () => {
  it("has a row for each resource, and counts", () => {
    const text = summary(
      [
        step("create", "new", undefined, { name: "new" }),
        step("update", "assets", { useNext: true }, { useNext: false }, diff("useNext")),
        step("delete", "old", { name: "old" }),
      ],
      { changeSummary: { same: 8 } },
    );
    expect(text).toMatch(/^### Pulumi preview: 1 to create, 1 to update, 1 to delete, 7 unchanged\n/);
    expect(rows(text)).toEqual([
      "| `+` | OriginGroup <code>new</code> | <code>name</code>: <code>new</code> |",
      "| `~` | OriginGroup <code>assets</code> | <code>useNext</code>: <code>true</code> → <code>false</code> |",
      "| `−` | OriginGroup <code>old</code> |  |",
    ]);
  });

  it("shows the main inputs of a new resource, and no secret", () => {
    const bucket = { config: { s3BucketName: "media", s3SecretAccessKey: "[secret]" } };
    const named = { "a.example.com": { source: "a.example.com" }, media: bucket, later: { source: sentinel } };
    const inputs = {
      namespace: "web",
      name: "greet",
      runtime: "[secret]",
      flavor: sentinel,
      code: "x",
      envs: { A: "b" },
    };
    const text = summary([
      step("create", "list", undefined, {
        name: "assets",
        useNext: true,
        sources: [{ source: "a.example.com" }, bucket],
      }),
      step("create", "keyed", undefined, { name: "assets", sources: named }),
      step("create", "", undefined, inputs, { urn: urn("greet", "edgecloud:index:CloudFunction") }),
    ]);
    const name = "<code>name</code>: <code>assets</code><br>";
    expect(rows(text)).toEqual([
      `| \`+\` | OriginGroup <code>list</code> | ${name}<code>sources</code>: <code>a.example.com, media</code> |`,
      `| \`+\` | OriginGroup <code>keyed</code> | ${name}<code>sources</code>: <code>a.example.com, media, …</code> |`,
      "| `+` | CloudFunction <code>greet</code> | <code>namespace</code>: <code>web</code><br><code>name</code>: " +
        "<code>greet</code><br><code>runtime</code>: <code>&#91;secret&#93;</code><br><code>flavor</code>: known after `up` |",
    ]);
  });

  it("reports adoptions, handovers and what happens on delete", () => {
    const text = summary([
      step("create", "website", undefined, { originGroupId: 1001 }),
      step("delete", "site", { name: "site" }),
      step("delete", "kept", { onDestroy: "retain" }, undefined, {
        oldState: { id: "7", inputs: { onDestroy: "retain" } },
      }),
    ]);
    expect(rows(text)).toEqual([
      "| `+` | OriginGroup <code>website</code> | **adopts** <code>1001</code> |",
      "| `−` | OriginGroup <code>site</code> | **hands over** <code>1001</code> to <code>website</code> |",
      "| `−` | OriginGroup <code>kept</code> | on the platform: <code>retain</code> |",
    ]);
  });

  it("shows an adoption whose ID is only known later", () => {
    const adopt = (type: string, inputs: Inputs) =>
      step("create", "", undefined, inputs, { urn: urn("new", `edgecloud:index:${type}`) });
    const text = summary([
      adopt("OriginGroup", { originGroupId: sentinel }),
      adopt("SnapshotAttributes", { projectId: 1, regionId: 2, snapshotId: sentinel }),
      adopt("CloudFunction", { projectId: sentinel, regionId: 2, namespace: "web", name: "a", adopt: true }),
      step("delete", "site", { name: "site" }),
    ]);
    expect(rows(text)).toEqual([
      "| `+` | OriginGroup <code>new</code> | **adopts** (known after `up`) |",
      "| `+` | SnapshotAttributes <code>new</code> | **adopts** (known after `up`) |",
      "| `+` | CloudFunction <code>new</code> | **adopts** (known after `up`) |",
      "| `−` | OriginGroup <code>site</code> |  |",
    ]);
  });

  it("says that calls of a replaced function fail meanwhile", () => {
    const type = urn("resize", "pulumi-nodejs:dynamic/edgecloud:CloudFunction");
    const more = { urn: type, replaceReasons: ["name"] };
    expect(rows(summary([step("replace", "", { name: "a" }, { name: "b" }, more)]))).toEqual([
      "| `±` | CloudFunction <code>resize</code> | **replaced** for <code>name</code><br>**calls fail meanwhile**<br>" +
        "<code>name</code>: <code>a</code> → <code>b</code> |",
    ]);
  });

  it("does not say so if the old function is deleted last", () => {
    const type = urn("resize", "edgecloud:index:CloudFunction");
    const oldState = { id: "11/3/web/a", inputs: { name: "a" }, delete: true };
    const steps = [step("replace", "", { name: "a" }, { name: "b" }, { urn: type, oldState })];
    expect(rows(summary(steps))).toEqual([
      "| `±` | CloudFunction <code>resize</code> | **replaced**<br><code>name</code>: <code>a</code> → <code>b</code> |",
    ]);
  });

  it.each([
    [["create-replacement", "replace", "delete-replaced"], "**replaced**<br><code>name</code>"],
    [["delete-replaced", "replace", "create-replacement"], "**replaced**<br>**calls fail meanwhile**<br>"],
  ])("reads from the steps of a plan what goes first: %s", (steps, expected) => {
    const goal = { inputDiff: { updates: { name: "b" } } };
    const plan = { resourcePlans: { [urn("resize", "edgecloud:index:CloudFunction")]: { goal, steps } } };
    expect(rows(summarize(readPreview(JSON.stringify(plan)))).join()).toContain(expected);
  });

  it("shows what a refresh found, and what up does about it", () => {
    const found = step("refresh", "assets", { useNext: true }, { useNext: true });
    const gone = step("refresh", "lost", { name: "lost" }, { name: "lost" });
    const text = summary([
      found,
      gone,
      step("update", "assets", { useNext: false }, { useNext: true }, diff("useNext")),
      step("create", "lost", undefined, { name: "lost" }),
    ]);
    expect(text).toContain("**Drift: changed outside of Pulumi since the last `up`**");
    expect(rows(text)).toEqual([
      "| `~` | OriginGroup <code>assets</code> | <code>useNext</code>: <code>true</code> → <code>false</code> |",
      "| `−` | OriginGroup <code>lost</code> |  |",
      "| `~` | OriginGroup <code>assets</code> | <code>useNext</code>: <code>false</code> → <code>true</code> |",
      "| `+` | OriginGroup <code>lost</code> | <code>name</code>: <code>lost</code> |",
    ]);
  });

  it("shows the error of a failed preview", () => {
    const diagnostics = [
      { severity: "error", message: "error: name must be a string\n" },
      { severity: "warning", message: "of no interest" },
    ];
    const text = summary([], { diagnostics });
    expect(text).toBe("### Pulumi preview: failed\n\n**Errors**\n\n- <code>name must be a string</code>\n");
  });

  it("escapes Markdown and HTML in names and values", () => {
    const text = summary([step("update", "<b>|`x`\n@all #1", { a: "x" }, { a: "[x](https://example.com)\u202e" })]);
    expect(rows(text)).toEqual([
      "| `~` | OriginGroup <code>&#60;b&#62;&#124;&#96;x&#96;<br>&#64;all &#35;1</code> | <code>a</code>: " +
        "<code>x</code> → <code>&#91;x&#93;(https://example.com)&#8238;</code> |",
    ]);
  });

  it("folds long lists, marks unknown values and counts the lines of a text", () => {
    const many = Object.fromEntries([...Array(9).keys()].map((key) => [`a${key}`, 1]));
    expect(summary([step("update", "x", many, {})])).toContain("<details><summary>9 fields</summary>");
    const folded = summary([...Array(30).keys()].map((key) => step("delete", `g${key}`, {})));
    expect(folded).toContain("<details><summary>5 more</summary>");
    expect(rows(folded)).toHaveLength(30);
    const values = summary([step("update", "x", { a: "1", b: "1" }, { a: sentinel, b: "1\n2" })]);
    expect(values).toContain("known after `up`");
    expect(values).toContain("2 lines");
  });

  it("always fits into a comment", () => {
    const text = summary(
      [...Array(2_000).keys()].map((key) => step("update", `g${key}`, { a: "1" }, { a: "<".repeat(99) })),
    );
    expect(text.length).toBeLessThanOrEqual(maxSummaryLength);
    expect(text).toMatch(/<\/details>\n\nThe rest is left out: it would not fit into a comment\.\n$/);
  });
});

test("a plan has the new values alone, and its secrets stay hidden", () => {
  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x" };
  const goal = { inputDiff: { updates: { name: "b", sources: [{ key: secret }] }, deletes: ["path"] } };
  const plan = { resourcePlans: { [urn("web")]: { goal, steps: ["update"] }, [urn("same")]: { steps: ["same"] } } };
  const text = summarize(readPreview(JSON.stringify(plan)));
  expect(text).toContain("1 to update, 1 unchanged");
  expect(rows(text)).toEqual([
    "| `~` | OriginGroup <code>web</code> | <code>name</code>: <code>b</code><br><code>sources</code><br>− <code>path</code> |",
  ]);
});

describe("the command", () => {
  it("reads a file, and takes a title", async () => {
    const folder = folderWith({ "preview.json": JSON.stringify({ steps: [stack], changeSummary: { same: 1 } }) });
    const { code, stdout } = await run(["summary", "preview.json", "--title", "web, dev"], {}, folder);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "### web, dev: 0 unchanged\n" });
  });

  it("says that there is no such file", async () => {
    const { code, stderr } = await run(["summary", "nofile.json"]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "pulumi-edgecloud: nofile.json does not exist\n" });
  });

  it("has a text for an empty preview", async () => {
    const { code, stdout } = await run(["summary", "empty.json"], {}, folderWith({ "empty.json": "" }));
    expect(code).toBe(0);
    expect(stdout).toContain("The preview ended before it printed anything; see the job's log.");
  });

  it.each([
    ["what is not JSON", "Previewing update", "this is not JSON"],
    ["another JSON", "{}", "this is neither the output of `pulumi preview --json` nor a plan"],
  ])("refuses %s", async (_, text, problem) => {
    const { code, stdout, stderr } = await run(["summary", "a.json"], {}, folderWith({ "a.json": text }));
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(problem);
  });
});
