import { readdirSync } from "node:fs";
import path from "node:path";
import { dataSources } from "../../../provider/data";
import * as exported from "../../../provider/index";

const folders = readdirSync(path.join(__dirname, "../../../provider/data"), { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
);

test.each(folders.map(({ name }) => name))("hosts serve the data source of %s", (folder) => {
  const source = jest.requireActual<object>(`../../../provider/data/${folder}/source`);
  const definitions = Object.values(source).filter((value) => Object.values(dataSources).includes(value as never));
  expect(definitions).toHaveLength(1);
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
