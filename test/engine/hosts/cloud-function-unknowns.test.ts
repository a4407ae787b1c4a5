import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, type CloudFunctionArgs } from "pulumi-edgecloud";
import { expectConverged } from "../setup/expectations";
import { bodiesByName, idOf, required, requiredBody, findFunction } from "../setup/functions";
import { changesOf } from "../setup/named-functions";
import { diffOf } from "../setup/previews";
import { readFiles, findWords } from "../setup/search";
import { engineTest } from "../setup/test-stack";

/** The first function has no ID before it is created. */
type Later = pulumi.Output<string>;

const later = <T>(id: Later, value: T) => id.apply((known) => (known ? value : undefined!));

/** The arguments of a function, which depend on another one's ID, and what is sent. */
interface Row {
  args: (id: Later) => Partial<CloudFunctionArgs>;
  sent: object;
}

const rows: Record<string, Row> = {
  "its-name": { args: (id) => ({ name: later(id, "its-name") }), sent: {} },
  "its-code": {
    args: (id) => ({ code: pulumi.interpolate`package ${later(id, "later")}` }),
    sent: { code_text: "package later" },
  },
  "its-scope": {
    args: (id) => ({ projectId: later(id, 13), regionId: later(id, 8), namespace: later(id, "images") }),
    sent: {},
  },
  "an-env": {
    args: (id) => ({ envs: { KNOWN: "1", LATER: later(id, "2") } }),
    sent: { envs: { KNOWN: "1", LATER: "2" } },
  },
  "a-secret-env": {
    args: (id) => ({ envs: { LATER: pulumi.secret(later(id, "tests-later-secret")) } }),
    sent: { envs: { LATER: "tests-later-secret" } },
  },
  "all-envs": { args: (id) => ({ envs: later(id, { LATER: "2" }) }), sent: { envs: { LATER: "2" } } },
  "its-limits": {
    args: (id) => ({ autoscaling: { minInstances: 2, maxInstances: later(id, 3) } }),
    sent: { autoscaling: { min_instances: 2, max_instances: 3 } },
  },
  "the-rest": {
    args: (id) => ({
      mainMethod: later(id, "Crop"),
      flavor: later(id, "160mCPU-256MB"),
      runtime: later(id, "node20"),
      timeout: later(id, 0),
      dependencies: later(id, ""),
      description: later(id, "Later."),
      enableApiKey: later(id, false),
      disabled: later(id, false),
      taskTimeoutSeconds: later(id, 60),
    }),
    sent: {
      main_method: "Crop",
      flavor: "160mCPU-256MB",
      runtime: "node20",
      timeout: 0,
      dependencies: "",
      description: "Later.",
      enable_api_key: false,
    },
  },
};

/** Functions that an unknown value reaches only later: what is declared before, and then, and what the preview shows. */
const laterRows: Record<string, { before: Partial<CloudFunctionArgs>; after: Row["args"]; diff: string }> = {
  "later-name": {
    before: {},
    after: (id) => ({ name: later(id, "later-name") }),
    diff: '~ name: "later-name" => [unknown]',
  },
  "later-env": {
    before: { envs: { KNOWN: "1", LATER: "2" } },
    after: (id) => ({ envs: { KNOWN: "1", LATER: later(id, "3") } }),
    diff: '~ envs: { ~ LATER: "2" => [unknown] }',
  },
};

engineTest(
  "unknowns: every argument may be unknown at preview; later only that leaf changes, and an unknown name replaces",
  {},
  async (stack) => {
    const declareRows = () => {
      const first = new CloudFunction("first", { ...required, name: "first" });
      for (const [name, { args }] of Object.entries(rows)) {
        new CloudFunction(name, { ...required, name, ...args(first.functionId) });
      }
    };
    stack.program = () => {
      declareRows();
      for (const [name, { before }] of Object.entries(laterRows)) {
        new CloudFunction(name, { ...required, name, ...before });
      }
    };
    const total = Object.keys(rows).length + Object.keys(laterRows).length + 2;
    const preview = await stack.preview();
    expect(preview).toContain(`${total} to create`);
    expect(diffOf(preview, "an-env")).toContain('envs : { KNOWN: "1" LATER: [unknown] }');
    await stack.up(total);
    const sent = Object.fromEntries(
      Object.entries(rows).map(([name, row]) => [name, [{ ...requiredBody, name, ...row.sent }]]),
    );
    expect(bodiesByName(stack.emulator, "POST")).toEqual({
      ...sent,
      first: [{ ...requiredBody, name: "first" }],
      "later-name": [{ ...requiredBody, name: "later-name" }],
      "later-env": [{ ...requiredBody, name: "later-env", envs: { KNOWN: "1", LATER: "2" } }],
    });
    const ids = (await stack.resources()).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(["13/8/images/its-scope", idOf("its-name")]));
    expect(findWords(["tests-later-secret"], readFiles(stack))).toEqual([]);

    stack.program = () => {
      declareRows();
      const { functionId } = new CloudFunction("another", { ...required, name: "another" });
      for (const [name, { after }] of Object.entries(laterRows)) {
        new CloudFunction(name, { ...required, name, ...after(functionId) });
      }
    };
    const next = await stack.preview();
    expect(Object.keys(laterRows).map((name) => diffOf(next, name))).toEqual(
      Object.values(laterRows).map(({ diff }) => diff),
    );
    expect(next).toMatch(/\+-1 to replace/);
    expect(next).toMatch(/~ 1 to update/);
    stack.emulator.clearRequests();
    await stack.up();
    expect(bodiesByName(stack.emulator, "PATCH")).toEqual({ "later-env": [{ envs: { KNOWN: "1", LATER: "3" } }] });
    expect(changesOf(stack, "another")).toEqual(["POST 200"]);
    // Known by now, the name has not changed, and nothing else has.
    expect(stack.changes()).toHaveLength(2);
    expect(findFunction(stack.emulator, "later-env")?.envs).toEqual({ KNOWN: "1", LATER: "3" });
    await expectConverged(stack);
  },
);
