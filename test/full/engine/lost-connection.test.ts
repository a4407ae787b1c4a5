import path from "node:path";
import { OriginGroup } from "pulumi-edgecloud";
import { engineTest, failureText } from "../../engine/setup/test-stack";

afterEach(() => jest.restoreAllMocks());

// Not wanted, but what the SDK does with inline programs: see docs/limitations.md. If this test fails, the SDK has been
// fixed, and the paragraph can be removed.
engineTest("up deletes what an inline program did not register before its connection broke", {}, async (stack) => {
  let protect = true;
  let isLost = false;
  const declare = (name: string) =>
    new OriginGroup(name, { name, sources: [{ source: "a.example.com" }] }, { protect });
  stack.program = () => {
    declare("first");
    if (isLost) {
      // What a call of the engine ends with once it cannot be reached.
      throw Object.assign(new Error("14 UNAVAILABLE: Connection dropped"), { code: 14 });
    }
    declare("second");
  };
  const names = () =>
    stack.emulator
      .state()
      .originGroups.map(({ name }) => name)
      .sort();
  await stack.up();

  isLost = true;
  expect(await failureText(stack.up())).toContain("14 UNAVAILABLE");
  ignoreUnhandledRejections();
  expect(await failureText(stack.up())).toMatch(/second" cannot be deleted[^]*protect/);
  expect(names()).toEqual(["first", "second"]);

  [isLost, protect] = [false, false];
  await stack.up();
  const plan = path.join(stack.stack.workspace.workDir, "plan.json");
  await stack.preview({ plan });
  isLost = true;
  expect(await failureText(stack.up(undefined, { plan }))).toContain("delete is not allowed by the plan");
  expect(names()).toEqual(["first", "second"]);
  await stack.up();
  expect(names()).toEqual(["first"]);
});

/** As in jest's sandbox, and wherever else unhandled rejections do not reach the SDK. */
function ignoreUnhandledRejections(): void {
  const on = process.on.bind(process) as (name: string | symbol, listener: () => void) => NodeJS.Process;
  on("unhandledRejection", () => undefined);
  jest
    .spyOn(process, "on")
    .mockImplementation((name: string | symbol, listener: () => void) =>
      name === "unhandledRejection" ? process : on(name, listener),
    );
}
