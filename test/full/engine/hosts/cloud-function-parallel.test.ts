import type { CloudFunctionArgs } from "pulumi-edgecloud";
import { bodiesByName, collection, countChanges, declareFunctions, pathOf } from "../../../engine/setup/functions";
import { engineTest } from "../../../engine/setup/test-stack";

const count = 40;
const names = Array.from({ length: count }, (_, index) => `fn-${index}`);
const all = (args: (index: number) => Partial<CloudFunctionArgs>) =>
  Object.fromEntries(names.map((name, index) => [name, args(index)]));

engineTest(
  "parallel: sends each request once for 40 functions",
  { seed: { cloud: { taskLife: { newPolls: 1, runningPolls: 1 } } } },
  async (stack) => {
    const declared = declareFunctions(all((index) => ({ code: `package fn${index}` })));
    stack.program = declared.program;
    await stack.up(count);
    expect(stack.changes()).toEqual(Array(count).fill(`POST ${collection} 200`));
    const { functions, tasks } = stack.emulator.state();
    expect(new Map(functions.map(({ name, code_text }) => [name, code_text]))).toEqual(
      new Map(names.map((name, index) => [name, `package fn${index}`])),
    );
    const ids = new Map((await stack.resources()).map(({ outputs }) => [outputs.name, outputs.functionId]));
    expect(ids).toEqual(new Map(functions.map(({ id, name }) => [name, id])));
    // Each task is polled three times: NEW, RUNNING and FINISHED.
    const polls = stack.requests().filter(({ path }) => path.startsWith("/cloud/v1/tasks/"));
    expect(polls).toHaveLength(3 * tasks.length);

    declared.all = all((index) => ({ code: `package fn${index}`, timeout: 60 }));
    stack.emulator.clearRequests();
    await stack.up(count);
    expect(stack.changes().sort()).toEqual(names.map((name) => `PATCH ${pathOf(name)} 200`).sort());
    // The states were complete: only what has changed is sent.
    expect(bodiesByName(stack.emulator, "PATCH")).toEqual(
      Object.fromEntries(names.map((name) => [name, [{ timeout: 60 }]])),
    );

    stack.emulator.clearRequests();
    await stack.destroy();
    expect(countChanges(stack.emulator)).toBe(`${count} DELETE`);
    expect(stack.changes().sort()).toEqual(names.map((name) => `DELETE ${pathOf(name)} 200`).sort());
  },
);
