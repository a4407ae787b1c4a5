import * as fc from "fast-check";
import { maxSummaryLength, summarize } from "../../../provider/cli/summary";
import { tries } from "../tries";

/** What Markdown, a forge or a reader could take for something else. */
const hostile = [..."` `` | \\ @all #1 https://evil.example <b> *x* $ \u202e \u200b".split(" "), "\n", " "];

const text = fc
  .array(fc.oneof(fc.constantFrom(...hostile), fc.string({ maxLength: 5 })), { maxLength: 8 })
  .map((parts) => parts.join(""));

const names = "name sources source config onDestroy originGroupId adopt envsFrom after env".split(" ");

const { inputs } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    text,
    fc.constant("[secret]"),
    fc.integer(),
    fc.constant(null),
    tie("list"),
    tie("inputs"),
  ),
  list: fc.array(tie("value"), { maxLength: 4 }),
  inputs: fc.dictionary(fc.oneof(fc.constantFrom(...names), text), tie("value"), { maxKeys: 6 }),
}));

const types = [
  "edgecloud:index:OriginGroup",
  "pulumi-nodejs:dynamic/edgecloud:OriginGroup",
  "edgecloud:index:CloudFunction",
  "pulumi:providers:pulumi-nodejs",
];

const step = fc.record({
  op: fc.constantFrom("create", "update", "replace", "delete", "refresh", "same"),
  urn: fc
    .tuple(fc.oneof(fc.constantFrom(...types), text), text)
    .map(([type, name]) => `urn:pulumi:dev::web::${type}::${name}`),
  oldState: fc.option(fc.record({ id: text, inputs })),
  newState: fc.option(fc.record({ inputs })),
  detailedDiff: fc.option(fc.dictionary(text, fc.constant({ kind: "update" }))),
  replaceReasons: fc.option(fc.array(text)),
});

const diagnostic = fc.record({ severity: fc.constantFrom("error", "info"), message: text });

const preview = fc.record({
  steps: fc.array(step, { maxLength: 6 }),
  diagnostics: fc.array(diagnostic, { maxLength: 3 }),
});

/** The text without its code spans, which begin and end with equally many backticks. */
const withoutCode = (markdown: string) => markdown.replace(/(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)/g, "");

test("whatever a preview holds is in the summary as code, visible, on its line, and within the length of a comment", () => {
  fc.assert(
    fc.property(preview, text, (printed, title) => {
      const markdown = summarize(JSON.stringify(printed), title);
      expect(markdown.length).toBeLessThanOrEqual(maxSummaryLength);
      expect(markdown).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u);
      const rest = withoutCode(markdown).replace(/<br>|<\/?(details|summary)>/g, "");
      expect(rest).not.toMatch(/[`<\\@$]|:\/\//);
      const rows = markdown.split("\n").filter((line) => line.startsWith("| "));
      rows.forEach((row) => expect(row.match(/(?<!\\)\|/g)).toHaveLength(4));
    }),
    tries(300),
  );
});
