import { CloudFunction, type CloudFunctionArgs } from "pulumi-edgecloud";
import { expectConverged } from "../setup/expectations";
import {
  bodiesByName,
  changeFunctions,
  declareFunctions,
  findFunction,
  required,
  type StoredFunction,
} from "../setup/functions";
import { changesOf } from "../setup/named-functions";
import { diffOf } from "../setup/previews";
import { findWords, readFiles } from "../setup/search";
import { engineTest, failureText } from "../setup/test-stack";

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
  timeout: { change: { timeout: 0 }, diff: "~ timeout: 0 => 30", sent: { timeout: 30 } },
  "min-instances": {
    args: { autoscaling: { minInstances: 1 } },
    change: { autoscaling: { min_instances: 0, max_instances: 9 } },
    diff: "~ autoscaling: { ~ minInstances: 0 => 1 }",
    sent: { autoscaling: { min_instances: 1, max_instances: 9 } },
  },
  description: {
    args: { description: "" },
    change: { description: "By hand." },
    diff: '- description: "By hand."',
    sent: { description: "" },
  },
  disabled: {
    args: { disabled: false },
    change: { disabled: true, status: "INACTIVE" },
    diff: "~ disabled: true => false",
    sent: { disabled: false },
  },
  "an-env-added": {
    args: { envs: { A: "1" } },
    change: { envs: { A: "1", B: "by hand" } },
    diff: "~ envs: { - B: [secret] }",
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

  const text = await stack.up(undefined, { diff: true });
  expect(Object.fromEntries(names.map((name) => [name, diffOf(text, name)]))).toEqual(
    Object.fromEntries(names.map((name) => [name, rows[name]!.diff])),
  );
  expect(bodiesByName(stack.emulator, "PATCH")).toEqual(
    Object.fromEntries(names.map((name) => [name, [rows[name]!.sent]])),
  );
  expect(stack.changes()).toHaveLength(names.length);
  const others = { autoscaling: expect.anything() as unknown };
  expect(stack.emulator.state().functions).toEqual(wanted.map((found) => ({ ...found, ...others })));
  await expectConverged(stack);
});

/** Changes behind Pulumi's back, by the name of the function. */
const elsewhere: Record<string, Partial<StoredFunction>> = {
  undeclared: {
    autoscaling: { min_instances: 2, max_instances: 9 },
    dependencies: "by hand",
    description: "By hand.",
    enable_api_key: true,
    envs: { ADDED: "there" },
    disabled: true,
    status: "INACTIVE",
    build_message: "built by hand",
    deploy_status: { total: 9, ready: 4 },
  },
  "another-runtime": { runtime: "node20" },
  ignoring: { envs: { A: "1", ADDED: "set-by-hand-8f2c" } },
  retained: { runtime: "node20" },
};

engineTest(
  "drift: undeclared and ignored values stay as they are; another runtime is repaired by a replacement, or reported " +
    "where the function is retained",
  {},
  async (stack) => {
    let all: Record<string, Partial<CloudFunctionArgs>> = {
      undeclared: {},
      "another-runtime": {},
      ignoring: { envs: { A: "1" } },
      retained: { onDestroy: "retain" },
    };
    stack.program = () => {
      for (const [name, args] of Object.entries(all)) {
        const options = name === "ignoring" ? { ignoreChanges: ["envs"] } : {};
        new CloudFunction(name, { ...required, name, ...args }, options);
      }
    };
    await stack.up();
    changeFunctions(stack.emulator, ({ name }) => elsewhere[name]!);
    stack.emulator.clearRequests();

    // The refresh only reports the runtime. The error of the retained function comes with the preview.
    expect(await stack.refresh()).toMatch(/ retained .*\[diff: ~runtime\]/);
    expect(await failureText(stack.preview())).toContain("runtime cannot change in place");
    expect(stack.changes()).toEqual([]);

    all = { ...all, retained: { onDestroy: "delete", runtime: "node20" } };
    const text = await stack.up(undefined, { diff: true });
    expect(diffOf(text, "another-runtime")).toBe('~ runtime: "node20" => "go1.16.6"');
    expect(changesOf(stack, "another-runtime")).toEqual(["DELETE 200", "POST 200"]);
    expect(stack.changes()).toHaveLength(2);
    // The stack, and the functions with undeclared and ignored values.
    expect(text).toContain("3 unchanged");
    const { inputs, outputs } = (await stack.findResource("undeclared"))!;
    expect(outputs).toMatchObject({
      status: "INACTIVE",
      buildMessage: "built by hand",
      deployStatus: { total: 9, ready: 4 },
    });
    for (const undeclared of ["autoscaling", "dependencies", "description", "enableApiKey", "envs", "disabled"]) {
      expect([inputs, outputs].map((properties) => undeclared in properties)).toEqual([false, false]);
    }

    // An update of another field leaves them alone, too.
    const { ignoring, ...others } = all;
    all = { ...others, undeclared: { timeout: 60 }, ignoring: { ...ignoring, timeout: 60 } };
    await stack.up();
    const sent = [{ timeout: 60 }];
    expect(bodiesByName(stack.emulator, "PATCH")).toEqual({ undeclared: sent, ignoring: sent });
    expect(findFunction(stack.emulator, "undeclared")).toMatchObject({
      description: "By hand.",
      envs: { ADDED: "there" },
      timeout: 60,
    });
    expect(findFunction(stack.emulator, "ignoring")?.envs).toEqual(elsewhere.ignoring!.envs);
    expect(findWords(["set-by-hand-8f2c"], readFiles(stack))).toEqual([]);
    await expectConverged(stack);

    // A replacement is made of what the program says, without the ignored value.
    all = { ...all, ignoring: { ...all.ignoring, runtime: "node20" } };
    const replacing = await stack.preview({ diff: true });
    expect(replacing).toContain('~ runtime: "go1.16.6" => "node20"');
    expect(replacing).not.toContain("set-by-hand-8f2c");
  },
);
