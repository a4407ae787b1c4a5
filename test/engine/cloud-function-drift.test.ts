import { CloudFunction, type CloudFunctionArgs } from "pulumi-edgecloud";
import { expectConverged } from "./setup/expectations";
import {
  bodiesByName,
  changeFunctions,
  declareFunction,
  declareFunctions,
  diffOf,
  findFunction,
  required,
  type StoredFunction,
} from "./setup/functions";
import { byHost } from "./setup/host";
import { findWords, readFiles } from "./setup/search";
import { engineTest, failureText } from "./setup/test-stack";

/** Declared arguments, a change behind Pulumi's back, its diff after a refresh, and the body that repairs it. */
interface Row {
  args?: Partial<CloudFunctionArgs>;
  change: Partial<StoredFunction>;
  diff: string;
  sent: object;
}

const rows: Record<string, Row> = {
  code: {
    change: { code_text: "package elsewhere" },
    diff: '~ code: "package elsewhere" => "package main"',
    sent: { code_text: "package main" },
  },
  "main-method": {
    change: { main_method: "Elsewhere" },
    diff: '~ mainMethod: "Elsewhere" => "Resize"',
    sent: { main_method: "Resize" },
  },
  flavor: {
    change: { flavor: "1000mCPU-1GB" },
    diff: '~ flavor: "1000mCPU-1GB" => "80mCPU-128MB"',
    sent: { flavor: "80mCPU-128MB" },
  },
  timeout: { change: { timeout: 0 }, diff: "~ timeout: 0 => 30", sent: { timeout: 30 } },
  "min-instances": {
    args: { autoscaling: { minInstances: 1 } },
    change: { autoscaling: { min_instances: 0, max_instances: 9 } },
    diff: "~ autoscaling: { ~ minInstances: 0 => 1 }",
    sent: { autoscaling: { min_instances: 1, max_instances: 9 } },
  },
  "max-instances": {
    args: { autoscaling: { minInstances: 1, maxInstances: 5 } },
    change: { autoscaling: { min_instances: 1, max_instances: 9 } },
    diff: "~ autoscaling: { ~ maxInstances: 9 => 5 }",
    sent: { autoscaling: { min_instances: 1, max_instances: 5 } },
  },
  dependencies: {
    args: { dependencies: "module resize" },
    change: { dependencies: "" },
    diff: '+ dependencies: "module resize"',
    sent: { dependencies: "module resize" },
  },
  description: {
    args: { description: "" },
    change: { description: "By hand." },
    diff: '- description: "By hand."',
    sent: { description: "" },
  },
  "enable-api-key": {
    args: { enableApiKey: false },
    change: { enable_api_key: true },
    diff: "~ enableApiKey: true => false",
    sent: { enable_api_key: false },
  },
  disabled: {
    args: { disabled: false },
    change: { disabled: true, status: "INACTIVE" },
    diff: "~ disabled: true => false",
    sent: { disabled: false },
  },
  "an-env-changed": {
    args: { envs: { A: "1", B: "2" } },
    change: { envs: { A: "1", B: "by hand" } },
    diff: '~ envs: { ~ B: "by hand" => "2" }',
    sent: { envs: { A: "1", B: "2" } },
  },
  "an-env-added": {
    args: { envs: { A: "1" } },
    change: { envs: { A: "1", B: "by hand" } },
    diff: byHost({ dynamic: '~ envs: { - B: "[not declared here]" }', plugin: "~ envs: { - B: [secret] }" }),
    sent: { envs: { A: "1" } },
  },
  "an-env-lost": {
    args: { envs: { A: "1", B: "2" } },
    change: { envs: {} },
    diff: '~ envs: { + A: "1" + B: "2" }',
    sent: { envs: { A: "1", B: "2" } },
  },
};

engineTest("drift: each declared field shows up alone in the diff and is repaired by one PATCH", {}, async (stack) => {
  const names = Object.keys(rows);
  stack.program = declareFunctions(Object.fromEntries(names.map((name) => [name, rows[name]!.args ?? {}]))).program;
  await stack.up();
  const wanted = stack.emulator.state().functions;
  changeFunctions(stack.emulator, ({ name }) => rows[name]!.change);
  const drifted = stack.emulator.state().functions;

  stack.emulator.clearRequests();
  await stack.refresh();
  expect(stack.changes()).toEqual([]);
  expect(stack.emulator.state().functions).toEqual(drifted);
  const preview = await stack.preview();
  expect(Object.fromEntries(names.map((name) => [name, diffOf(preview, name)]))).toEqual(
    Object.fromEntries(names.map((name) => [name, rows[name]!.diff])),
  );

  await stack.up();
  expect(bodiesByName(stack.emulator, "PATCH")).toEqual(
    Object.fromEntries(names.map((name) => [name, [rows[name]!.sent]])),
  );
  expect(stack.changes()).toHaveLength(names.length);
  const others = { autoscaling: expect.anything() as unknown };
  expect(stack.emulator.state().functions).toEqual(wanted.map((found) => ({ ...found, ...others })));
  await expectConverged(stack);
});

engineTest("drift: undeclared fields cause no diff, and computed ones show in the outputs", {}, async (stack) => {
  const declared = declareFunction();
  stack.program = declared.program;
  await stack.up();
  const change = {
    autoscaling: { min_instances: 2, max_instances: 9 },
    dependencies: "by hand",
    description: "By hand.",
    enable_api_key: true,
    envs: { ADDED: "there" },
    disabled: true,
    status: "INACTIVE",
    build_message: "built by hand",
    deploy_status: { total: 9, ready: 4 },
  };
  changeFunctions(stack.emulator, () => change);
  await stack.refresh();
  expect(await stack.preview()).toMatch(/2 unchanged/);
  const [{ inputs, outputs } = { inputs: {}, outputs: {} }] = await stack.resources();
  expect(outputs).toMatchObject({
    status: "INACTIVE",
    buildMessage: "built by hand",
    deployStatus: { total: 9, ready: 4 },
  });
  for (const undeclared of ["autoscaling", "dependencies", "description", "enableApiKey", "envs", "disabled"]) {
    expect([inputs, outputs].map((properties) => undeclared in properties)).toEqual([false, false]);
  }
  // An update of another field leaves them alone, too.
  declared.args = { timeout: 60 };
  await stack.up();
  expect(bodiesByName(stack.emulator, "PATCH")).toEqual({ resize: [{ timeout: 60 }] });
  expect(findFunction(stack.emulator)).toMatchObject({
    description: "By hand.",
    envs: { ADDED: "there" },
    timeout: 60,
  });
  await expectConverged(stack);
});

engineTest("drift: a changed runtime is repaired by a replacement", {}, async (stack) => {
  stack.program = declareFunction().program;
  await stack.up();
  changeFunctions(stack.emulator, () => ({ runtime: "node20" }));
  await stack.refresh();
  expect(diffOf(await stack.preview())).toBe('~ runtime: "node20" => "go1.16.6"');
  stack.emulator.clearRequests();
  await stack.up();
  expect(stack.changes().map((change) => change.split(" ")[0])).toEqual(["DELETE", "POST"]);
  await expectConverged(stack);
});

engineTest("drift: a variable that the program ignores stays on the platform as it is", {}, async (stack) => {
  let args: Partial<CloudFunctionArgs> = { envs: { A: "1" } };
  stack.program = () => {
    new CloudFunction("resize", { ...required, ...args }, { ignoreChanges: ["envs"] });
  };
  await stack.up();
  changeFunctions(stack.emulator, () => ({ envs: { A: "1", ADDED: "set-by-hand-8f2c" } }));
  await stack.refresh();
  expect(await stack.preview()).toContain("2 unchanged");
  stack.emulator.clearRequests();
  await stack.up();
  expect(stack.changes()).toEqual([]);

  args = { ...args, timeout: 60 };
  await stack.up();
  expect(bodiesByName(stack.emulator, "PATCH")).toEqual({ resize: [{ timeout: 60 }] });
  expect(findFunction(stack.emulator)?.envs).toEqual({ A: "1", ADDED: "set-by-hand-8f2c" });
  expect(findWords(["set-by-hand-8f2c"], readFiles(stack))).toEqual([]);
  await expectConverged(stack);

  args = { ...args, runtime: "node20" };
  const preview = byHost({ dynamic: () => failureText(stack.preview()), plugin: () => stack.preview() });
  expect(await preview()).toContain(
    byHost({
      dynamic:
        'envs.ADDED: this change would replace the value on the platform with "[not declared here]". Declare the value, ' +
        "or take it out of ignoreChanges",
      plugin: '~ runtime: "go1.16.6" => "node20"',
    }),
  );
});

engineTest(
  "drift: a refresh reports another runtime of a retained function, and fails no command",
  {},
  async (stack) => {
    const declared = declareFunction({ onDestroy: "retain" });
    stack.program = declared.program;
    await stack.up();
    changeFunctions(stack.emulator, () => ({ runtime: "node20" }));
    expect(await stack.refresh()).toContain("[diff: ~runtime]");
    expect(await failureText(stack.preview())).toContain("runtime: cannot change in place");
    declared.args = { onDestroy: "delete", runtime: "node20" };
    await stack.up();
    await expectConverged(stack);
  },
);
