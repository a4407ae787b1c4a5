import { readdirSync } from "node:fs";
import path from "node:path";
import { dataSources } from "../../../provider/data";
import * as exported from "../../../provider/index";

const folders = readdirSync(path.join(__dirname, "../../../provider/data"), { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
);

test("hosts serve every data source that a folder defines", () => {
  const defined = folders.flatMap(({ name }) => {
    const source = jest.requireActual<object>(`../../../provider/data/${name}/source`);
    return Object.values<unknown>({ ...source }).filter((value) => typeof value === "object");
  });
  expect(new Set(defined)).toEqual(new Set(Object.values(dataSources)));
});

test.each(Object.entries(dataSources))("%s is served under the name of its functions", (name, source) => {
  expect(source.name).toBe(name);
  const functions = [name, `${name}Output`].map((form) => exported[form as keyof typeof exported]);
  expect(functions).toEqual([expect.any(Function), expect.any(Function)]);
});

test("every data source of programs is served", () => {
  const forPrograms = Object.keys(exported).filter((name) => `${name}Output` in exported);
  expect(forPrograms.sort()).toEqual(Object.keys(dataSources).sort());
});
