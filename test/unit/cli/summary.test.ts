import { maxSummaryLength, summarize } from "../../../provider/cli/summary";
import { folderWith, run } from "./command";
import { diff, fields, rows, stack, step, summary, urn, type Inputs } from "./previews";
import { sentinel } from "../../../provider/core/tree";

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
      "| `+` | OriginGroup `new` | `name`: `new` |",
      "| `~` | OriginGroup `assets` | `useNext`: `true` → `false` |",
      "| `−` | OriginGroup `old` |  |",
    ]);
  });

  it("shows the main inputs of a new resource, and no secret", () => {
    const bucket = { config: { s3BucketName: "media", s3SecretAccessKey: "[secret]" } };
    const named = { "a.example.com": { source: "a.example.com" }, media: bucket, later: { source: sentinel } };
    const open = { namespace: "web", name: "greet" };
    const inputs = { ...open, runtime: "[secret]", flavor: sentinel, code: "x", envs: { A: "b" } };
    const sources = [{ source: "a.example.com" }, bucket];
    const text = summary([
      step("create", "list", undefined, { name: "assets", useNext: true, sources }),
      step("create", "keyed", undefined, { name: "assets", sources: named }),
      step("create", "", undefined, inputs, { urn: urn("greet", "edgecloud:index:CloudFunction") }),
    ]);
    const name = "`name`: `assets`<br>";
    expect(rows(text)).toEqual([
      `| \`+\` | OriginGroup \`list\` | ${name}\`sources\`: \`a.example.com → media\` |`,
      `| \`+\` | OriginGroup \`keyed\` | ${name}\`sources\`: \`a.example.com → media → later\` |`,
      "| `+` | CloudFunction `greet` | `namespace`: `web`<br>`name`: " +
        "`greet`<br>`runtime`: `[secret]`<br>`flavor`: known after `up` |",
    ]);
  });

  it("reports adoptions, handovers and what happens on delete", () => {
    const retained = { onDestroy: "retain" };
    const snapshot = { projectId: 1, regionId: 2, snapshotId: "s", onDestroy: "restore" };
    const snapshotType = "edgecloud:index:SnapshotAttributes";
    const text = summary([
      step("create", "website", undefined, { originGroupId: 1001 }),
      step("delete", "site", { name: "site", onDestroy: "delete" }),
      step("create", "renamed", undefined, snapshot, { urn: urn("renamed", snapshotType) }),
      step("delete", "nightly", snapshot, undefined, {
        urn: urn("nightly", snapshotType),
        oldState: { id: "1/2/s", inputs: snapshot },
      }),
      step("delete", "kept", retained, undefined, { oldState: { id: "7", inputs: retained } }),
      step("delete", "left", {}, undefined, {
        oldState: { id: "8", retainOnDelete: true, inputs: { onDestroy: "restore" } },
      }),
    ]);
    expect(rows(text)).toEqual([
      "| `+` | OriginGroup `website` | **adopts** `1001` |",
      "| `−` | OriginGroup `site` | **hands over** `1001` to `website` |",
      "| `+` | SnapshotAttributes `renamed` | **adopts** `1/2/s` |",
      "| `−` | SnapshotAttributes `nightly` | **hands over** `1/2/s` to `renamed`<br>on the platform: `restore` |",
      "| `−` | OriginGroup `kept` | on the platform: `retain` |",
      "| `−` | OriginGroup `left` | on the platform: `retain` |",
    ]);
  });

  it("reports handovers and what happens on delete only for the resources of this provider", () => {
    const retained = { onDestroy: "retain" };
    const removed = (type: string) => step("delete", "old", retained, undefined, { urn: urn("old", type) });
    const text = summary([
      step("create", "website", undefined, { originGroupId: 1001 }),
      removed("other:index:OriginGroup"),
      removed("edgecloud:index:CloudFunction"),
      removed("pulumi-nodejs:dynamic/edgecloud:OriginGroup"),
    ]);
    expect(rows(text).slice(1)).toEqual([
      "| `−` | OriginGroup `old` |  |",
      "| `−` | CloudFunction `old` | on the platform: `retain` |",
      "| `−` | OriginGroup `old` | **hands over** `1001` to `website`<br>on the platform: `retain` |",
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
      "| `+` | OriginGroup `new` | **adopts** (known after `up`) |",
      "| `+` | SnapshotAttributes `new` | **adopts** (known after `up`) |",
      "| `+` | CloudFunction `new` | **adopts** (known after `up`) |",
      "| `−` | OriginGroup `site` |  |",
    ]);
  });

  it("says for which arguments a resource is replaced", () => {
    const more = { urn: urn("resize", "pulumi-nodejs:dynamic/edgecloud:CloudFunction"), replaceReasons: ["name"] };
    expect(rows(summary([step("replace", "", { name: "a" }, { name: "b" }, more)]))).toEqual([
      "| `±` | CloudFunction `resize` | **replaced** for `name`<br>`name`: `a` → `b` |",
    ]);
  });

  it("shows what a refresh found, and what up does about it", () => {
    const found = step("refresh", "assets", { useNext: true }, { useNext: true });
    const lost = { name: "lost", onDestroy: "retain" };
    const gone = step("refresh", "lost", lost, lost);
    const text = summary([
      found,
      gone,
      step("update", "assets", { useNext: false }, { useNext: true }, diff("useNext")),
      step("create", "lost", undefined, lost),
    ]);
    expect(text).toContain("**Drift: changed outside of Pulumi since the last `up`**");
    expect(rows(text)).toEqual([
      "| `~` | OriginGroup `assets` | `useNext`: `true` → `false` |",
      "| `−` | OriginGroup `lost` |  |",
      "| `~` | OriginGroup `assets` | `useNext`: `false` → `true` |",
      "| `+` | OriginGroup `lost` | `name`: `lost` |",
    ]);
  });

  it("shows what a refresh alone found", () => {
    const kept = { name: "lost", onDestroy: "retain" };
    const steps = [step("refresh", "lost", kept, kept), step("delete", "lost", kept)];
    expect(rows(summarize(JSON.stringify({ steps })))).toEqual(["| `−` | OriginGroup `lost` |  |"]);
  });

  it("shows the error of a failed preview", () => {
    const wrong = { severity: "error", message: "error: name must be a string\n" };
    const diagnostics = [wrong, { severity: "warning", message: "of no interest" }];
    const text = summary([], { diagnostics });
    expect(text).toBe("### Pulumi preview: failed\n\n**Errors**\n\n- `name must be a string`\n");
  });

  it("keeps a title, a type and an error from becoming mentions and links", () => {
    const more = { diagnostics: [{ severity: "error", message: "see https://example.com\n  and ask @all" }] };
    const preview = JSON.stringify({ steps: [], ...more });
    expect(summarize(preview, "of @all, www.example.com")).toBe(
      "### `of @all, www.example.com`: failed\n\n**Errors**\n\n- `see https://example.com`<br>`and ask @all`\n",
    );
    const odd = step("delete", "", {}, undefined, { urn: urn("x", "other:index:@all") });
    expect(rows(summary([odd]))).toEqual(["| `−` | `@all` `x` |  |"]);
  });

  it("makes characters visible that hide or reverse others", () => {
    const hostile = "a\u202eb\u200bc\u00add\u3000e\u{e0061}f";
    expect(fields([step("update", "g", { a: "x" }, { a: hostile })])).toEqual([
      "`a`: `x` → `a\\u202eb\\u200bc\\u00add\\u3000e\\udb40\\udc61f`",
    ]);
  });

  it("folds a long table, marks unknown values and counts the lines of a text", () => {
    const folded = summary([...Array(30).keys()].map((key) => step("delete", `g${key}`, {})));
    expect(folded).toMatch(/\n<details><summary>30 resources<\/summary>\n\n\|[^]*\n\n<\/details>\n$/);
    expect(rows(folded)).toHaveLength(30);
    const values = summary([step("update", "x", { a: "1" }, { a: sentinel, b: "1\n2" })]);
    expect(values).toContain("known after `up`");
    expect(values).toContain("2 lines");
  });

  it("always fits into a comment, and shows notices all the same", () => {
    const keys = [...Array(2_000).keys()];
    const steps = keys.map((key) => step("update", `g${key}`, { a: "1" }, { a: "<".repeat(99) }));
    const text = summary(steps, { diagnostics: [{ severity: "info", message: "of interest" }] });
    expect(text.length).toBeLessThanOrEqual(maxSummaryLength);
    expect(text).toMatch(/\n… and \d+ more\n\n<\/details>\n\n\*\*Notices\*\*\n\n- `of interest`\n$/);
  });

  it("cuts what would not fit into a comment, and drops no row for it", () => {
    const names = [...Array(3_000).keys()].map((key) => `${key}${"<|".repeat(20)}`);
    const many = Object.fromEntries(names.map((name) => [name, "v".repeat(100)]));
    const long = "\u200b".repeat(20_000);
    const diagnostics = [{ severity: "error", message: `${long}\n`.repeat(50) }];
    const steps = [step("update", "many", many, {}), step("update", "long", { [long]: long }, { [long]: "x" })];
    const text = summary([...steps, step("create", "last")], { diagnostics });
    expect(rows(text)).toHaveLength(3);
    expect(text).toMatch(/… and \d+ more \|\n/);
    expect(text.length).toBeLessThanOrEqual(maxSummaryLength);
  });
});

describe("the command", () => {
  it("reads a file, and takes a title", async () => {
    const folder = folderWith({ "preview.json": JSON.stringify({ steps: [stack], changeSummary: { same: 1 } }) });
    const { code, stdout } = await run(["summary", "preview.json", "--title", "web, dev"], {}, folder);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "### web, dev: 0 unchanged\n" });
  });

  it("has a text for an empty preview", async () => {
    const { code, stdout } = await run(["summary", "empty.json"], {}, folderWith({ "empty.json": "" }));
    expect(code).toBe(0);
    expect(stdout).toContain("The preview ended before it printed anything; see the job's log.");
  });

  it.each(["Previewing update", "{}", '{ "resourcePlans": {} }'])("refuses %s", async (text) => {
    const { code, stdout, stderr } = await run(["summary", "a.json"], {}, folderWith({ "a.json": text }));
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("this is not the complete standard output of `pulumi preview --json`");
  });
});
