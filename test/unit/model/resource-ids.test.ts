import { parseId as parseSnapshotId } from "../../../provider/resources/snapshot-attributes/handler";
import { ids as ofSnapshots } from "../../../provider/resources/snapshot-attributes/schema";
import { functionKind } from "../../../provider/resources/cloud-function/handler";

const snapshotId = "6a36ad0c-95b7-4a1b-b7b8-1c1a1f0e2f3d";

it("an ID has the reference that it was made of", () => {
  const snapshot = { projectId: 1, regionId: 2, snapshotId };
  const fn = { projectId: 1, regionId: 2, namespace: "web", name: "greet" };
  expect(ofSnapshots.parse(ofSnapshots.format(snapshot))).toEqual(snapshot);
  expect(functionKind.ids.parse(functionKind.ids.format(fn))).toEqual(fn);
});

it.each([
  { projectId: 1, regionId: 2, namespace: "web" },
  { projectId: "1", regionId: 2, namespace: "a", name: "b" },
])("%j makes no ID yet", (values) => expect(functionKind.ids.find(values as object)).toBeUndefined());

it.each([
  `1/2/${snapshotId.toUpperCase()}`,
  "",
  "1/2",
  "1/2/",
  "01/2/x",
  "1/2/x/y/z",
  "NaN/NaN/undefined",
  "99999999999999999999/2/x",
])("refuses %j as the ID of a snapshot", (id) =>
  expect(() => parseSnapshotId(id)).toThrow("is not the ID of a snapshot"),
);

it.each([
  "",
  "1/2/web",
  "1/2/web/",
  "1/2//greet",
  "1/02/web/greet",
  "1e3/2/a/b",
  `${"9".repeat(400)}/2/a/b`,
  "NaN/NaN/undefined/undefined",
])("refuses %j as the ID of a function", (id) =>
  expect(() => functionKind.ids.parse(id)).toThrow(
    `${JSON.stringify(id)} is not the ID of a function; the form is <project>/<region>/<namespace>/<name>`,
  ),
);
