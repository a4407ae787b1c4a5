import type { CloudFunctionArgs } from "pulumi-edgecloud";
import { expectConverged } from "../setup/expectations";
import { bodiesByName, declareFunctions, findFunction } from "../setup/functions";
import { diffOf } from "../setup/previews";
import { engineTest } from "../setup/test-stack";

type Args = Partial<CloudFunctionArgs>;

/** What is declared before and after, what the preview shows of it, and the body that is sent, if any. */
interface Row {
  before?: Args;
  after: Args;
  diff: string;
  sent?: object;
}

const everything: Args = {
  autoscaling: { minInstances: 1, maxInstances: 5 },
  dependencies: "module resize",
  description: "Resizes.",
  enableApiKey: true,
  envs: { BUCKET: "thumbs", LEVEL: "info" },
  disabled: true,
};
/** One function for each kind of change. */
const rows: Record<string, Row> = {
  code: {
    after: { code: "package resize" },
    diff: '~ code: "package main" => "package resize"',
    sent: { code_text: "package resize" },
  },
  timeout: { after: { timeout: 1805 }, diff: "~ timeout: 30 => 1805", sent: { timeout: 1805 } },
  description: { after: { description: "New." }, diff: '+ description: "New."', sent: { description: "New." } },
  "an-env-of-two": {
    before: { envs: { BUCKET: "thumbs", LEVEL: "info" } },
    after: { envs: { BUCKET: "thumbs", LEVEL: "debug" } },
    diff: '~ envs: { ~ LEVEL: "info" => "debug" }',
    sent: { envs: { BUCKET: "thumbs", LEVEL: "debug" } },
  },
  "min-only": {
    before: everything,
    after: { ...everything, autoscaling: { minInstances: 2 } },
    diff: "~ autoscaling: { - maxInstances: 5 ~ minInstances: 1 => 2 }",
    sent: { autoscaling: { min_instances: 2, max_instances: 5 } },
  },
  "max-of-the-platform": {
    after: { autoscaling: { minInstances: 1 } },
    diff: "+ autoscaling: { + minInstances: 1 }",
    sent: { autoscaling: { min_instances: 1, max_instances: 1 } },
  },
  "autoscaling-left-out": {
    before: { autoscaling: { minInstances: 1, maxInstances: 5 } },
    after: {},
    diff: "- autoscaling: { - maxInstances: 5 - minInstances: 1 }",
  },
  "task-timeout": { after: { taskTimeoutSeconds: 600 }, diff: "~ taskTimeoutSeconds: 2400 => 600" },
  "no-description": {
    before: everything,
    after: { ...everything, description: "" },
    // This is how Pulumi shows an empty text.
    diff: '- description: "Resizes."',
    sent: { description: "" },
  },
  "no-timeout": { after: { timeout: 0 }, diff: "~ timeout: 30 => 0", sent: { timeout: 0 } },
  "all-left-out": {
    before: everything,
    after: {},
    diff:
      "- autoscaling : { - maxInstances: 5 - minInstances: 1 } " +
      '- dependencies: "module resize" - description : "Resizes." - disabled : true - enableApiKey: true ' +
      '- envs : { - BUCKET: "thumbs" - LEVEL : "info" }',
    sent: { dependencies: "", description: "", enable_api_key: false, envs: {}, disabled: false },
  },
  "step-by-step": {
    before: { description: "A", envs: { A: "1" }, disabled: true },
    after: { envs: { A: "1", B: "" } },
    diff: '- description: "A" - disabled : true ~ envs : { + B: "" }',
    sent: { description: "", envs: { A: "1", B: "" }, disabled: false },
  },
  "empty-values-at-first": {
    before: { description: "", dependencies: "", envs: {}, enableApiKey: false, disabled: false },
    after: {},
    diff: '- dependencies: "" - description : "" - disabled : false - enableApiKey: false - envs : {}',
  },
};

engineTest(
  "update: a change of one field shows and sends only that field, and what is no longer declared is emptied once",
  {},
  async (stack) => {
    const names = Object.keys(rows);
    const declared = declareFunctions(Object.fromEntries(names.map((name) => [name, rows[name]!.before ?? {}])));
    stack.program = declared.program;
    await stack.up();
    const ids = stack.emulator.state().functions.map(({ id }) => id);

    declared.all = Object.fromEntries(names.map((name) => [name, rows[name]!.after]));
    stack.emulator.clearRequests();
    const text = await stack.up(undefined, { diff: true });
    expect(text).toMatch(new RegExp(`${names.length} updated`));
    expect(Object.fromEntries(names.map((name) => [name, diffOf(text, name)]))).toEqual(
      Object.fromEntries(names.map((name) => [name, rows[name]!.diff])),
    );
    expect(bodiesByName(stack.emulator, "PATCH")).toEqual(
      Object.fromEntries(names.flatMap((name) => (rows[name]!.sent ? [[name, [rows[name]!.sent]]] : []))),
    );
    expect(stack.changes().filter((change) => !/^PATCH \S+ 200$/.test(change))).toEqual([]);
    expect(stack.emulator.state().functions.map(({ id }) => id)).toEqual(ids);

    // A field that was emptied is not sent again.
    declared.all = { ...declared.all, "step-by-step": {} };
    stack.emulator.clearRequests();
    expect(await stack.up()).toContain(`${names.length} unchanged`);
    expect(bodiesByName(stack.emulator, "PATCH")).toEqual({ "step-by-step": [{ envs: {} }] });
    expect(stack.changes()).toHaveLength(1);
    expect(findFunction(stack.emulator, "step-by-step")).toMatchObject({ description: "", envs: {}, disabled: false });
    await expectConverged(stack);

    expect(await stack.preview({ refresh: true })).toMatch(new RegExp(`${names.length + 1} unchanged`));
  },
);
