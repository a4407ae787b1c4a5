import { execFileSync } from "node:child_process";
import path from "node:path";

test.each([
  ["the dynamic host", "host"],
  ["the plugin", "plugin"],
])("the bundle for %s does not load Node's fetch, which it never uses", (_, folder) => {
  const bundle = path.resolve(__dirname, "../../provider", folder, "index.js");
  const script = `require(${JSON.stringify(bundle)}); console.log(JSON.stringify(process.moduleLoadList)); process.exit()`;
  const loaded = JSON.parse(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" })) as string[];
  expect(loaded).toContain("NativeModule http");
  expect(loaded.filter((name) => name.includes("undici"))).toEqual([]);
});
