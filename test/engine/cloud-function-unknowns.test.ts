import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, type CloudFunctionArgs } from "pulumi-edgecloud";
import { expectConverged } from "./setup/expectations";
import { bodiesByName, declareFunction, diffOf, idOf, required, requiredBody, findFunction } from "./setup/functions";
import { readFiles, findWords } from "./setup/search";
import { engineTest } from "./setup/test-stack";

/** The first function has no ID before it is created. */
type Later = pulumi.Output<string>;

const later = <T>(id: Later, value: T) => id.apply((known) => (known ? value : undefined!));

/** The arguments of each function, which depend on another one's ID, and what is sent. */
const rows: Record<string, { args: (id: Later) => Partial<CloudFunctionArgs>; sent: object }> = {
  "its-name": { args: (id) => ({ name: later(id, "its-name") }), sent: {} },
  "its-code": {
    args: (id) => ({ code: pulumi.interpolate`package ${later(id, "later")}` }),
    sent: { code_text: "package later" },
  },
  "its-namespace": { args: (id) => ({ namespace: later(id, "videos") }), sent: {} },
  "its-scope": { args: (id) => ({ projectId: later(id, 13), regionId: later(id, 8) }), sent: {} },
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
  "all-autoscaling": {
    args: (id) => ({ autoscaling: later(id, { minInstances: 1 }) }),
    sent: { autoscaling: { min_instances: 1 } },
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

engineTest("unknowns: every argument may be unknown at preview", {}, async (stack) => {
  stack.program = () => {
    const first = new CloudFunction("first", { ...required, name: "first" });
    for (const [name, { args }] of Object.entries(rows)) {
      new CloudFunction(name, { ...required, name, ...args(first.functionId) });
    }
  };
  const total = Object.keys(rows).length + 2;
  const preview = await stack.preview();
  expect(preview).toContain(`${total} to create`);
  expect(diffOf(preview, "an-env")).toContain('envs : { KNOWN: "1" LATER: [unknown] }');
  await stack.up(total);
  const sent = Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name, [{ ...requiredBody, name, ...row.sent }]]),
  );
  expect(bodiesByName(stack.emulator, "POST")).toEqual({ ...sent, first: [{ ...requiredBody, name: "first" }] });
  const ids = (await stack.resources()).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(["12/7/videos/its-namespace", "13/8/images/its-scope", idOf("its-name")]));
  expect(findWords(["tests-later-secret"], readFiles(stack))).toEqual([]);
  await expectConverged(stack);
});

engineTest(
  "unknowns: a value becoming unknown changes only that leaf, and an unknown name replaces",
  {},
  async (stack) => {
    const declared = declareFunction({ envs: { KNOWN: "1", LATER: "2" } });
    stack.program = declared.program;
    await stack.up();
    const withAnother = (args: (id: Later) => Partial<CloudFunctionArgs>) => () => {
      const { functionId } = new CloudFunction("another", { ...required, name: "another" });
      declared.args = args(functionId);
      return declared.program();
    };

    stack.program = withAnother((id) => ({ name: later(id, "resize"), envs: { KNOWN: "1", LATER: "2" } }));
    const replacement = await stack.preview();
    expect(diffOf(replacement)).toBe('~ name: "resize" => [unknown]');
    expect(replacement).toMatch(/\+-1 to replace/);

    stack.program = withAnother((id) => ({ envs: { KNOWN: "1", LATER: later(id, "3") } }));
    expect(diffOf(await stack.preview())).toBe('~ envs: { ~ LATER: "2" => [unknown] }');
    await stack.up();
    expect(bodiesByName(stack.emulator, "PATCH")).toEqual({ resize: [{ envs: { KNOWN: "1", LATER: "3" } }] });
    expect(findFunction(stack.emulator)?.envs).toEqual({ KNOWN: "1", LATER: "3" });
    await expectConverged(stack);
  },
);
