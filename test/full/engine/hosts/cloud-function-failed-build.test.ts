import * as pulumi from "@pulumi/pulumi";
import type { FaultInput } from "edgecloud-emulator";
import { expectConverged } from "../../../engine/setup/expectations";
import {
  bodiesByName,
  changeFunctions,
  byTheClock,
  createFunctionSeed,
  declareFunctions,
  required,
  findFunction,
  type StoredFunction,
} from "../../../engine/setup/functions";
import { changesOf, creationOf, updateOf } from "../../../engine/setup/named-functions";
import { readFiles, findWords } from "../../../engine/setup/search";
import { engineTest } from "../../../engine/setup/test-stack";

const hour = byTheClock.runningMs;
const token = "tests-token-7d793037";
/** The function is there, and its build has failed. */
const fails = (told: string): FaultInput["tasks"] => ({
  end: "ERROR",
  error: "",
  keeps: true,
  buildMessage: `resize.go:3: ${told}`,
});
const cannotBeCalled = (name: string) =>
  `function "${name}": it cannot be called, as the last build has failed (buildStatus "failed"). ` +
  "Build: resize.go:3: [secret]. The function stays in the state, and the next `pulumi up` builds it again";
const isBuiltAgain = (name: string) =>
  `function "${name}": is built again: the last build has failed (buildStatus "failed")`;
/** A refresh builds nothing. */
const isBuiltLater = (name: string) =>
  `function "${name}", at the next \`pulumi up\`: is built again: the last build has failed (buildStatus "failed")`;
const everything = {
  code_text: required.code,
  main_method: required.mainMethod,
  flavor: required.flavor,
  timeout: required.timeout,
};

const theirs = "their-token-52c1e0ab";
const adoptable = { build_status: "failed", build_message: "line 3" };
const functions = [createFunctionSeed({ name: "adopted", ...adoptable, envs: { THEIRS: theirs } })];

engineTest(
  "failed build: up reports it until it has built again, after a lost answer, a failed task, a time-out and an adoption",
  { seed: { functions } },
  async (stack) => {
    const { emulator } = stack;
    const told = { envs: { TOKEN: pulumi.secret(token) } };
    const declared = declareFunctions({
      changed: told,
      "despite-error": {},
      resumed: { taskTimeoutSeconds: 5 },
      adopted: { adopt: true, onDestroy: "retain" },
    });
    stack.program = declared.program;
    expect(await stack.preview()).toContain(
      'function "adopted": adopts the existing one, which changes its build, as the last build has failed (buildStatus "failed")',
    );

    // A function exists despite the error of its task, or its create times out; an adopted one fails to build.
    emulator.addFault({ ...creationOf("despite-error"), tasks: fails("undefined: image") });
    emulator.addFault({ ...creationOf("resumed"), tasks: { ...fails("undefined: image"), runningMs: hour } });
    emulator.addFault({ ...updateOf("adopted"), tasks: fails(theirs) });
    const first = await stack.upWithFailures();
    expect(first).toContain('creating function "despite-error": task ');
    const kept = await stack.findResource("despite-error");
    expect(kept?.initErrors).toHaveLength(1);
    expect(kept?.outputs).toMatchObject({
      functionId: findFunction(emulator, "despite-error")?.id,
      buildStatus: "failed",
    });
    const failedTask = /creating function "despite-error": task (\S+) failed/.exec(first)?.[1];
    expect(first).toMatch(/creating function "resumed": .* is RUNNING; timed out after 5 seconds/);
    expect(first).toMatch(/adopting function "adopted": task \S+ failed: .*Build: resize\.go:3: \[secret\]/);

    const next = await stack.preview();
    expect(next).toContain(`function "despite-error": is built again: the last change has failed (task ${failedTask})`);
    expect(next).toContain('function "resumed": first waits for the last change: task ');

    // These three are built again. Meanwhile the answers to another create and to an update are lost.
    emulator.advanceClock(hour);
    emulator.addFault({ ...creationOf("created"), reset: "after", tasks: fails(token) });
    emulator.addFault({ ...updateOf("changed"), reset: "after", tasks: fails(token) });
    declared.all = { ...declared.all, created: told, changed: { ...told, description: "New." } };
    const second = await stack.upWithFailures();
    expect(bodiesByName(emulator, "PATCH")).toMatchObject({
      "despite-error": [everything],
      resumed: [everything],
      adopted: [everything, everything],
    });
    for (const name of ["despite-error", "resumed"]) {
      expect(changesOf(stack, name)).toEqual(["POST 200", "PATCH 200"]);
    }
    expect((await stack.findResource("despite-error"))?.initErrors ?? []).toEqual([]);
    for (const name of ["created", "changed"]) {
      expect(second).toContain(cannotBeCalled(name));
      const { outputs } = (await stack.findResource(name))!;
      expect(outputs).toMatchObject({ functionId: findFunction(emulator, name)?.id, buildStatus: "failed" });
      expect(outputs).not.toHaveProperty("operation");
    }
    expect(changesOf(stack, "created")).toEqual(["POST no answer"]);
    expect(changesOf(stack, "changed")).toEqual(["POST 200", "PATCH no answer"]);

    // The next build fails, too.
    emulator.addFault({ ...updateOf("created"), tasks: fails(token) });
    emulator.addFault({ ...updateOf("changed"), tasks: fails(token) });
    const third = await stack.upWithFailures();
    for (const name of ["created", "changed"]) {
      expect(third).toMatch(
        new RegExp(`updating function "${name}": task \\S+ failed: .*Build: resize\\.go:3: \\[secret\\]`),
      );
    }
    expect(third).toContain("4 unchanged");
    expect(findWords([token], readFiles(stack))).toEqual([]);

    // The preview says that the functions are built again, up does so, and then nothing is left to do.
    await stack.refresh();
    const preview = await stack.preview();
    expect(preview).toMatch(/~ 2 to update/);
    expect(preview).toContain(isBuiltAgain("created"));
    expect(preview).toContain(isBuiltAgain("changed"));
    emulator.clearRequests();
    await stack.up();
    const sent = { ...everything, envs: { TOKEN: token } };
    expect(bodiesByName(emulator, "PATCH")).toEqual({ created: [sent], changed: [{ ...sent, description: "New." }] });
    for (const name of ["created", "changed"]) {
      const { outputs } = (await stack.findResource(name))!;
      expect(outputs).toMatchObject({ buildStatus: "success", status: "ACTIVE" });
    }
    await expectConverged(stack);
    await stack.destroy();
    changeFunctions(emulator, () => adoptable);
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
  const refreshing = await stack.refresh();
  expect(refreshing).toContain(isBuiltLater("disabled-and-failed"));
  expect(refreshing).not.toContain(isBuiltAgain("disabled-and-failed"));
  const preview = await stack.preview();
  expect(preview).toMatch(/~ 4 to update/);
  expect(preview).toContain(isBuiltAgain("disabled-and-failed"));
  await stack.up();
  const again = names.filter((name) => rows[name]![1]);
  expect(bodiesByName(stack.emulator, "PATCH")).toEqual(Object.fromEntries(again.map((name) => [name, [everything]])));
  await expectConverged(stack);
});
