import type { FaultInput } from "edgecloud-emulator";
import { expectConverged } from "../../engine/setup/expectations";
import {
  bodiesByName,
  changeFunctions,
  collection,
  countChanges,
  declareFunctions,
  pathOf,
  createFunctionSeed,
  findFunction,
} from "../../engine/setup/functions";
import { changesOf, creationOf } from "../../engine/setup/named-functions";
import { engineTest } from "../../engine/setup/test-stack";

type Loss = Omit<FaultInput, "path" | "method">;

const config = { "edgecloud:requestTimeoutSeconds": { value: "3" }, "edgecloud:maxRetries": { value: "1" } };

/** Answers lost after the platform has started the task. No client polls that task, so it advances by the clock. */
const tasks = { runningMs: 1_500 };
const begun: Record<string, Loss> = {
  reset: { reset: "after", tasks },
  truncated: { broken: "truncated", tasks },
  malformed: { broken: "malformed", tasks },
  gateway: { answer: { status: 502, body: "<html>bad gateway</html>", applied: true }, tasks },
  late: { answerDelayMs: 9_000, tasks },
  proxy: { answer: { status: 200, body: "<html>please log in</html>", applied: true }, tasks },
};

/** Requests lost before the platform has started anything. */
const neverArrived: Record<string, Loss> = {
  "on-the-way": { reset: "before" },
  stopped: { answer: { status: 502, body: "bad gateway" } },
};

/** An answer lost while the change is not visible yet. */
const unseen: Record<string, Loss> = { unseen: { reset: "after", tasks: { newMs: 1_500, runningMs: 500 } } };

const cases = { ...begun, ...neverArrived, ...unseen };

engineTest("lost answers: every function is created, changed and deleted once", { config }, async (stack) => {
  // Each function has a namespace of its own, so that it meets the fault that it is named after.
  const inItsOwn = (args: object) =>
    Object.fromEntries(Object.keys(cases).map((name) => [name, { namespace: name, ...args }]));
  const declared = declareFunctions(inItsOwn({ envs: { A: "1" } }));
  stack.program = declared.program;
  const pathOfCase = (name: string) => collection.replace("images", name);
  const lose = (method: "POST" | "PATCH" | "DELETE") => {
    stack.emulator.clearFaults();
    stack.emulator.clearRequests();
    for (const [name, loss] of Object.entries(cases)) {
      stack.emulator.addFault({ method, path: `${pathOfCase(name)}${method === "POST" ? "" : `/${name}`}`, ...loss });
    }
  };
  const expectCounts = (method: string) => {
    expect(stack.emulator.faults().map(({ timesLeft }) => timesLeft)).toEqual(Object.keys(cases).map(() => 0));
    for (const name of Object.keys(cases)) {
      const own = stack.changes().filter((change) => change.includes(`/${name}/`));
      expect(own.filter((change) => !change.startsWith(method))).toEqual([]);
      const effective = own.filter((change) => !/ (409|404)$/.test(change));
      expect([name, effective.length]).toEqual([name, name in neverArrived ? 2 : 1]);
    }
  };

  lose("POST");
  await stack.up(9);
  expectCounts("POST");
  expect(
    stack.emulator
      .state()
      .functions.map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(cases).sort());
  expect((await stack.resources()).map(({ outputs }) => outputs.status)).toEqual(
    Object.keys(cases).map(() => "ACTIVE"),
  );

  // What was lost is complete in the state: only what changes is sent.
  declared.all = inItsOwn({ envs: { A: "2" } });
  lose("PATCH");
  await stack.up(9);
  expectCounts("PATCH");
  for (const sent of Object.values(bodiesByName(stack.emulator, "PATCH"))) {
    expect(sent).toEqual(sent.map(() => ({ envs: { A: "2" } })));
  }
  expect(stack.emulator.state().functions.map(({ envs }) => envs.A)).toEqual(Object.keys(cases).map(() => "2"));
  await expectConverged(stack);

  lose("DELETE");
  await stack.destroy();
  expectCounts("DELETE");
  expect(stack.emulator.state().functions).toEqual([]);
});

const theirs = { code_text: "package theirs", envs: { SECRET: "theirs" } };

engineTest(
  "lost answers: another owner's function is left alone",
  { seed: { functions: ["lost", "answered"].map((name) => createFunctionSeed({ name, ...theirs })) } },
  async (stack) => {
    const before = stack.emulator.state().functions;
    stack.program = declareFunctions({ lost: {}, answered: {} }).program;
    stack.emulator.addFault({ ...creationOf("lost"), reset: "before" });
    const failure = await stack.upWithFailures();
    for (const name of ["lost", "answered"]) {
      expect(failure).toContain(
        `creating function "${name}": name: the namespace "images" already has a function "${name}" (differs in: envs, code). ` +
          "Nothing was created. What to do:\n",
      );
      expect(changesOf(stack, name)).toHaveLength(1);
    }
    expect(failure).not.toContain("theirs");
    expect(countChanges(stack.emulator)).toBe("2 POST");
    expect(await stack.resources()).toEqual([]);
    expect(stack.emulator.state().functions).toEqual(before);
  },
);

engineTest(
  "lost answers: a function that cannot be read back stays in the state, and destroy leaves another owner's alone",
  { config: { "edgecloud:maxRetries": { value: "0" } } },
  async (stack) => {
    const { emulator } = stack;
    const declared = declareFunctions({ created: {}, "never-arrived": {}, taken: {} });
    stack.program = declared.program;
    for (const name of Object.keys(declared.all)) {
      emulator.addFault({ ...creationOf(name), reset: name === "created" ? "after" : "before" });
      emulator.addFault({ method: "GET", path: pathOf(name), answer: { status: 503 }, times: 9 });
    }
    const failure = await stack.upWithFailures();
    for (const name of Object.keys(declared.all)) {
      expect(failure).toMatch(
        new RegExp(
          `creating function "${name}": .*; it is not known whether the function was created\\. It stays in the state, and the`,
        ),
      );
    }
    expect((await stack.resources()).map(({ outputs }) => outputs.functionId)).toEqual(Array(3).fill(undefined));

    // The program has changed since: the function is recognized by what was sent before. Another owner has taken a name.
    emulator.clearFaults();
    emulator.seed({ functions: [createFunctionSeed({ name: "taken", ...theirs })] });
    emulator.clearRequests();
    declared.all = { created: { description: "New." }, "never-arrived": { description: "New." }, taken: {} };
    expect(await stack.upWithFailures()).toContain("(differs in: envs, code)");
    expect(changesOf(stack, "created")).toEqual(["PATCH 200"]);
    expect(changesOf(stack, "never-arrived")).toEqual(["POST 200"]);
    expect(changesOf(stack, "taken")).toEqual([]);
    for (const name of ["created", "never-arrived"]) {
      expect(findFunction(emulator, name)?.description).toBe("New.");
    }

    emulator.clearRequests();
    expect(await stack.destroy()).toContain('function "taken" stays on the platform: it is not the one that this');
    expect(stack.changes().sort()).toEqual(["created", "never-arrived"].map((name) => `DELETE ${pathOf(name)} 200`));
    expect(emulator.state().functions.map(({ code_text }) => code_text)).toEqual(["package theirs"]);
    changeFunctions(emulator, () => undefined);
  },
);
