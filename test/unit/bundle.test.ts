import { execFileSync } from "node:child_process";
import path from "node:path";

const host = path.resolve(__dirname, "../../provider/host/index.js");

test("the bundle for the dynamic host does not load Node's fetch, which it never uses", () => {
  const script = `require(${JSON.stringify(host)}); console.log(JSON.stringify(process.moduleLoadList))`;
  const loaded = JSON.parse(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" })) as string[];
  expect(loaded).toContain("NativeModule http");
  expect(loaded.filter((name) => name.includes("undici"))).toEqual([]);
});
