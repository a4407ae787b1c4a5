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
  createFunctionSeed,
  findFunction,
} from "./setup/functions";
import { engineTest, failureText } from "./setup/test-stack";

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
  await expectConverged(stack);

  declared.all = inItsOwn({ envs: { A: "2" } });
  lose("PATCH");
  await stack.up(9);
  expectCounts("PATCH");
  expect(stack.emulator.state().functions.map(({ envs }) => envs.A)).toEqual(Object.keys(cases).map(() => "2"));
  await expectConverged(stack);

  lose("DELETE");
  await stack.destroy();
  expectCounts("DELETE");
  expect(stack.emulator.state().functions).toEqual([]);
});

const theirs = createFunctionSeed({ code_text: "package theirs", envs: { SECRET: "theirs" } });

engineTest("lost answers: another owner's function is left alone", { seed: { functions: [theirs] } }, async (stack) => {
  const before = stack.emulator.state().functions;
  stack.program = declareFunction().program;
  for (const reset of ["before", undefined] as const) {
    stack.emulator.clearRequests();
    if (reset) {
      stack.emulator.addFault({ method: "POST", path: collection, reset });
    }
    const failure = await failureText(stack.up());
    expect(failure).toContain(
      'creating function "resize": name: the namespace "images" already has a function "resize" (differs in: envs, code). ' +
        "Nothing was created. If this resource was renamed",
    );
    expect(failure).not.toContain("theirs");
    expect(countChanges(stack.emulator)).toBe("1 POST");
    expect(await stack.resources()).toEqual([]);
  }
  expect(stack.emulator.state().functions).toEqual(before);
});

const noRetries = { "edgecloud:maxRetries": { value: "0" } };
const cannotLook = { method: "GET", path: pathOf(), answer: { status: 503 }, times: 9 } as const;

engineTest(
  "lost answers: a function that cannot be read back stays in the state",
  { config: noRetries },
  async (stack) => {
    const declared = declareFunction();
    stack.program = declared.program;
    for (const reset of ["after", "before"] as const) {
      stack.emulator.addFault({ method: "POST", path: collection, reset });
      stack.emulator.addFault(cannotLook);
      expect(await failureText(stack.up())).toMatch(
        /creating function "resize": .*; it is not known whether the function was created\. It stays in the state, and the/,
      );
      expect((await stack.resources()).map(({ outputs }) => outputs.functionId)).toEqual([undefined]);
      stack.emulator.clearFaults();
      stack.emulator.clearRequests();
      // The program has changed since: the function is recognized by what was sent before.
      declared.args = { description: `after ${reset}` };
      await stack.up();
      expect(countChanges(stack.emulator)).toBe(reset === "after" ? "1 PATCH" : "1 POST");
      expect(findFunction(stack.emulator)?.description).toBe(`after ${reset}`);
      await stack.destroy();
      declared.args = {};
    }
  },
);

engineTest(
  "lost answers: destroy of a function that was never created leaves another owner's function alone",
  { config: noRetries },
  async (stack) => {
    stack.program = declareFunction().program;
    stack.emulator.addFault({ method: "POST", path: collection, reset: "before" });
    stack.emulator.addFault(cannotLook);
    expect(await failureText(stack.up())).toContain("it is not known whether the function was created");
    stack.emulator.clearFaults();
    stack.emulator.seed({ functions: [theirs] });
    stack.emulator.clearRequests();
    expect(await failureText(stack.up())).toContain("(differs in: envs, code)");
    expect(bodiesByName(stack.emulator, "POST")).toEqual({});
    expect(await stack.destroy()).toContain('function "resize" stays on the platform: it is not the one that this');
    expect(countChanges(stack.emulator)).toBe("");
    expect(findFunction(stack.emulator)?.code_text).toBe("package theirs");
    changeFunctions(stack.emulator, () => undefined);
  },
);
