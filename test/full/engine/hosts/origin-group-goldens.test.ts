import { readdirSync } from "node:fs";
import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { expectGolden, expectOnlyCredentialsHidden, goldens } from "../../../engine/setup/expectations";
import { byHost } from "../../../engine/setup/host";
import { cloudBucket, credentials, rotated } from "../../../engine/setup/sources";
import { engineTest } from "../../../engine/setup/test-stack";

const primary = { source: "a.example.com" };
const media = cloudBucket("media");
const reserve = { source: "b.example.com:8443", backup: true };
const added = { source: "c.example.com" };

const before: OriginGroupArgs = { name: "assets", useNext: true, sources: [primary, media, reserve] };

/** The change that a pull request makes to `before`, and how many credentials its diff hides. */
const changes: { golden: string; args: OriginGroupArgs; hidden: number }[] = [
  { golden: "flag", args: { ...before, sources: [primary, media, { ...reserve, backup: false }] }, hidden: 0 },
  { golden: "rename", args: { ...before, name: "static" }, hidden: 0 },
  { golden: "added-source", args: { ...before, sources: [primary, media, reserve, added] }, hidden: 0 },
  { golden: "added-source-first", args: { ...before, sources: [added, primary, media, reserve] }, hidden: 0 },
  { golden: "added-bucket", args: { ...before, sources: [primary, media, reserve, cloudBucket("logs")] }, hidden: 2 },
  { golden: "removed-source", args: { ...before, sources: [primary, media] }, hidden: 0 },
  { golden: "removed-bucket", args: { ...before, sources: [primary, reserve] }, hidden: 2 },
  { golden: "reorder", args: { ...before, sources: [reserve, media, primary] }, hidden: 0 },
  {
    golden: "rotated-credential",
    args: {
      ...before,
      sources: [primary, cloudBucket("media", { ...credentials, secretAccessKey: rotated.secretAccessKey }), reserve],
    },
    hidden: 1,
  },
  {
    golden: "changed-bucket",
    args: { ...before, sources: [primary, cloudBucket("films"), reserve] },
    // The dynamic provider keeps credentials by the name of their bucket.
    hidden: byHost({ dynamic: 4, plugin: 0 }),
  },
];

/** The engine prints a message when it comes, above or below the number of changes. */
function withMessagesLast(text: string): string[] {
  const isMessage = (line: string) => line.startsWith("origin group ");
  return text.split("\n").sort((one, other) => Number(isMessage(one)) - Number(isMessage(other)));
}

engineTest("goldens: the diff that a reviewer sees for each change, leaf by leaf", {}, async (stack) => {
  let args = before;
  stack.program = () => void new OriginGroup("assets", args);
  const create = await stack.preview();
  expectGolden("create", create);
  expect(expectOnlyCredentialsHidden(create)).toBe(2);
  await stack.up();
  for (const change of changes) {
    args = change.args;
    const text = await stack.preview();
    expectGolden(change.golden, text, withMessagesLast);
    expect([change.golden, expectOnlyCredentialsHidden(text)]).toEqual([change.golden, change.hidden]);
  }
});

test("goldens: every file is compared", () => {
  const compared = ["create", ...changes.map(({ golden }) => golden)].map((name) => `${name}.txt`);
  const files = readdirSync(goldens).filter((file) => /^(?!function-).*\.txt$/.test(file));
  expect(files.sort()).toEqual(compared.sort());
});
