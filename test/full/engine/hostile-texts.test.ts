import { collection, declareFunction } from "../../engine/setup/functions";
import { engineTest, failureText } from "../../engine/setup/test-stack";

// Each of these ended the engine or blocked it forever, or was carried out by the terminal.
const error = "no \ud800 <{%evil%}> \u001b[2J";
const buildMessage = `at \udc00 ${"x".repeat(6_000_000)}`;

engineTest("a resource stays in the state if Pulumi cannot print the platform's messages", {}, async (stack) => {
  stack.program = declareFunction().program;
  const tasks = { runningPolls: 1, end: "ERROR", keeps: true, error, buildMessage } as const;
  stack.emulator.addFault({ method: "POST", path: collection, tasks });
  const text = await failureText(stack.up(undefined, { color: "always" }));
  expect(text).toContain("failed: no \ufffd <{ %evil%}> \ufffd[2J. Build: at \ufffd xxx");
  expect(text).toMatch(/x… \(\d+ more characters\)/);
  const [kept] = await stack.resources();
  expect(kept?.outputs.buildMessage).toMatch(/^at \ufffd x+…$/);
  await stack.up();
});
