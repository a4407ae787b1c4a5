import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

const root = path.resolve(__dirname, "../..");

test("the example of a program's unit test passes without a platform and without configuration", async () => {
  const environment = Object.entries(process.env).filter(([name]) => !/^(EDGECLOUD|PULUMI|NODE_TEST)/.test(name));
  const file = path.join(root, "examples/dist/quickstart/mocks.test.js");
  const options = { env: Object.fromEntries(environment) };
  const { stdout } = await promisify(execFile)(process.execPath, ["--test", "--test-reporter=tap", file], options);
  expect(stdout).toMatch(/^# pass 1$/m);
  expect(stdout).toMatch(/^# fail 0$/m);
}, 60_000);
