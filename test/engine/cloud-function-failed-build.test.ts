import * as pulumi from "@pulumi/pulumi";
import type { FaultInput } from "edgecloud-emulator";
import { expectConverged } from "./setup/expectations";
import {
  bodiesByName,
  changeFunctions,
  collection,
  countChanges,
  declareFunction,
  declareFunctions,
  pathOf,
  required,
  createFunctionSeed,
  findFunction,
  type StoredFunction,
} from "./setup/functions";
import { readFiles, findWords } from "./setup/search";
import { engineTest, failureText, type TestStack } from "./setup/test-stack";

const token = "tests-token-7d793037";
/** The function is there, and its build has failed. */
const fails: FaultInput["tasks"] = { end: "ERROR", error: "", keeps: true, buildMessage: `resize.go:3: ${token}` };
const cannotBeCalled =
  'function "resize": it cannot be called, as the last build has failed (buildStatus "failed"). ' +
  "Build: resize.go:3: [secret]. The function stays in the state, and the next `pulumi up` builds it again";
const isBuiltAgain = (name: string) =>
  `function "${name}": is built again: the last build has failed (buildStatus "failed")`;
const everything = {
  code_text: required.code,
  main_method: required.mainMethod,
  flavor: required.flavor,
  timeout: required.timeout,
};

/** The preview says that the function is built again, `up` does so, and then nothing is left to do. */
async function expectBuiltAgain(stack: TestStack, body: object): Promise<void> {
  const preview = await stack.preview();
  expect(preview).toMatch(/~ 1 to update/);
  expect(preview).toContain(isBuiltAgain("resize"));
  stack.emulator.clearRequests();
  await stack.up();
  expect(bodiesByName(stack.emulator, "PATCH")).toEqual({ resize: [body] });
  expect((await stack.resources())[0]?.outputs).toMatchObject({ buildStatus: "success", status: "ACTIVE" });
  await expectConverged(stack);
}

engineTest("failed build: up reports it until it has built again, also after a lost answer", {}, async (stack) => {
  const envs = { TOKEN: pulumi.secret(token) };
  const declared = declareFunction({ envs });
  stack.program = declared.program;
  const sent = { ...everything, envs: { TOKEN: token } };
  for (const [method, path] of [
    ["POST", collection],
    ["PATCH", pathOf()],
  ] as const) {
    declared.args = { envs, ...(method === "PATCH" && { description: "New." }) };
    const body = { ...sent, ...(method === "PATCH" && { description: "New." }) };
    stack.emulator.clearRequests();
    stack.emulator.addFault({ method, path, reset: "after", tasks: fails });
    expect(await failureText(stack.up())).toContain(cannotBeCalled);
    expect(countChanges(stack.emulator)).toBe(`1 ${method}`);
    const [kept] = await stack.resources();
    expect(kept?.outputs).toMatchObject({ functionId: findFunction(stack.emulator)?.id, buildStatus: "failed" });
    expect(kept?.outputs).not.toHaveProperty("operation");
    // The next build fails, too.
    stack.emulator.addFault({ method: "PATCH", path: pathOf(), tasks: fails });
    expect(await failureText(stack.up())).toMatch(/task \S+ failed: .*Build: resize\.go:3: \[secret\]/);
    expect(findWords([token], readFiles(stack))).toEqual([]);
    await stack.refresh();
    await expectBuiltAgain(stack, body);
  }
});

engineTest("failed build: a function that exists despite the error of its task is built again", {}, async (stack) => {
  stack.program = declareFunction().program;
  stack.emulator.addFault({ method: "POST", path: collection, tasks: fails });
  expect(await failureText(stack.up())).toContain('creating function "resize": task ');
  const [kept] = await stack.resources();
  expect(kept?.initErrors).toHaveLength(1);
  expect(kept?.outputs).toMatchObject({ functionId: findFunction(stack.emulator)?.id, buildStatus: "failed" });
  await stack.up();
  expect(countChanges(stack.emulator)).toBe("1 POST, 1 PATCH");
  expect((await stack.resources())[0]?.initErrors ?? []).toEqual([]);
  await expectConverged(stack);
});

engineTest("failed build: a resumed create builds again", {}, async (stack) => {
  stack.program = declareFunction({ taskTimeoutSeconds: 5 }).program;
  const tasks = { ...fails, runningMs: 3_600_000 };
  stack.emulator.addFault({ method: "POST", path: collection, tasks });
  expect(await failureText(stack.up())).toContain("is RUNNING; timed out after 5 seconds");
  stack.emulator.advanceClock(3_600_000);
  stack.emulator.clearRequests();
  await stack.up();
  expect(bodiesByName(stack.emulator, "PATCH")).toEqual({ resize: [everything] });
  expect(countChanges(stack.emulator)).toBe("1 PATCH");
  await expectConverged(stack);
});

engineTest(
  "failed build: an adopted function is built again, as the preview says",
  {
    seed: {
      functions: [createFunctionSeed({ build_status: "failed", build_message: "line 3", envs: { THEIRS: token } })],
    },
  },
  async (stack) => {
    stack.program = declareFunction({ adopt: true, onDestroy: "retain" }).program;
    expect(await stack.preview()).toContain(
      'function "resize": adopts the existing one, which changes its build, as the last build has failed (buildStatus "failed")',
    );
    stack.emulator.addFault({ method: "PATCH", path: pathOf(), tasks: fails });
    const failure = await failureText(stack.up());
    expect(failure).toMatch(/adopting function "resize": task \S+ failed: .*Build: resize\.go:3: \[secret\]/);
    await stack.up();
    expect(bodiesByName(stack.emulator, "PATCH")).toEqual({ resize: [everything, everything] });
    await expectConverged(stack);
    await stack.destroy();
    changeFunctions(stack.emulator, () => ({ build_status: "failed", build_message: "line 3" }));
  },
);

/** What a function says behind Pulumi's back, and whether it is built again after a refresh. */
const rows: Record<string, [Partial<StoredFunction>, boolean]> = {
  "build-failed": [{ build_status: "failed", build_message: "line 3" }, true],
  "build-error": [{ build_status: "BUILD_ERROR" }, true],
  "status-error": [{ status: "Error" }, true],
  "disabled-and-failed": [{ disabled: true, status: "INACTIVE", build_status: "failed" }, true],
  disabled: [{ disabled: true, status: "INACTIVE" }, false],
  "other-words": [{ status: "PARKED", build_status: "unfailing" }, false],
};

engineTest("failed build: refresh finds it, and only shows other build states", {}, async (stack) => {
  const names = Object.keys(rows);
  stack.program = declareFunctions(Object.fromEntries(names.map((name) => [name, {}]))).program;
  await stack.up();
  changeFunctions(stack.emulator, ({ name }) => rows[name]![0]);
  stack.emulator.clearRequests();
  await stack.refresh();
  const preview = await stack.preview();
  expect(preview).toMatch(/~ 4 to update/);
  expect(preview).toContain(isBuiltAgain("disabled-and-failed"));
  await stack.up();
  const again = names.filter((name) => rows[name]![1]);
  expect(bodiesByName(stack.emulator, "PATCH")).toEqual(Object.fromEntries(again.map((name) => [name, [everything]])));
  await expectConverged(stack);
});
