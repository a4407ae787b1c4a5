import { execFileSync } from "node:child_process";
import { CloudFunction, OriginGroup, type CloudFunctionArgs, type Source } from "pulumi-edgecloud/plugin";
import { byTheClock, collection, countChanges, required } from "../../engine/setup/functions";
import { waitUntil } from "../../engine/setup/host-process";
import { engineTest, failureText } from "../../engine/setup/test-stack";
import { readPrivateState } from "../../engine/setup/private-state";

engineTest(
  "customTimeouts limit an operation and its requests, and take precedence over the argument; Ctrl-C ends a wait at once, " +
    "and the next up resumes it",
  {},
  async (stack) => {
    const { emulator } = stack;
    emulator.addFault({ method: "POST", path: collection, tasks: byTheClock });
    emulator.addFault({ method: "POST", path: "/cdn/origin_groups", answerDelayMs: 12_000 });
    const program = (limit: string, args: Partial<CloudFunctionArgs>, sources?: Source[]) => () => {
      const opts = { customTimeouts: { create: limit, update: limit } };
      new CloudFunction("resize", { ...required, ...args }, opts);
      return sources && new OriginGroup("assets", { name: "assets", sources }, opts);
    };
    stack.program = program("3s", {}, [{ source: "a.example.com" }]);
    const failure = await failureText(stack.up());
    expect(failure).toMatch(
      /is RUNNING; timed out after 3 seconds\. .*To wait longer, raise customTimeouts, which take precedence over taskTimeoutSeconds/,
    );
    expect(failure).toMatch(
      /no complete answer from \S+ within the 3 seconds that customTimeouts give the operation; it is not known whether/,
    );
    emulator.replaceState({ ...emulator.state(), originGroups: [] });
    // Resuming a creation is an update, and has the limit of one.
    stack.program = program("3s", { taskTimeoutSeconds: 2400 });
    expect(await failureText(stack.up())).toContain("timed out after 3 seconds");

    stack.program = program("1h", { taskTimeoutSeconds: 0 });
    const polls = () => emulator.requests().filter(({ path }) => path.startsWith("/cloud/v1/tasks/")).length;
    const before = polls();
    const interrupted = failureText(stack.up());
    await waitUntil(() => polls() > before);
    // As a terminal does it, to the engine that this test has started.
    process.kill(Number(execFileSync("pgrep", ["-P", String(process.pid), "-f", "pulumi up"])), "SIGINT");
    expect(await interrupted).toContain("Pulumi was interrupted, so nothing more is sent. The platform goes on with");
    const [kept] = await stack.resources();
    const [task] = emulator.state().tasks;
    expect(readPrivateState(kept)).toMatchObject({ operation: { kind: "create", tasks: [task?.id] } });

    emulator.advanceClock(byTheClock.runningMs);
    expect(await stack.up()).toContain(`first waits for the last change: task ${task?.id}`);
    expect(countChanges(emulator)).toBe("2 POST");
    expect(stack.changes().filter((change) => change.includes(collection))).toHaveLength(1);
    expect(await stack.preview()).toMatch(/2 unchanged\n$/);
  },
);
