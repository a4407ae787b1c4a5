import type { FaultInput } from "edgecloud-emulator";
import { EventRecorder } from "../../../engine/setup/events";
import { byHost } from "../../../engine/setup/host";
import {
  changeSnapshot,
  declareByName,
  pathOf,
  readSnapshot,
  seedSnapshots,
  taskId,
} from "../../../engine/setup/snapshots";
import { engineTest, failureText } from "../../../engine/setup/test-stack";

/** Faults of a PATCH that takes effect nevertheless, or is repeated. */
const lostAnswers = {
  resetAfter: { reset: "after" },
  resetBefore: { reset: "before" },
  truncated: { broken: "truncated" },
  malformed: { broken: "malformed" },
} satisfies Record<string, Partial<FaultInput>>;

const lost = Object.keys(lostAnswers) as (keyof typeof lostAnswers)[];

const longTaskId = "2c2d3e4f-5a6b-4c7d-9e8f-0a1b2c3d4e5f";

const free = seedSnapshots([...lost, "held", "busy", "refused", "refusedLater"] as const);
const waiting = seedSnapshots(["waiting"] as const, { task_id: taskId, lockPolls: 3 }, 101);
const lasting = seedSnapshots(["lasting"] as const, { task_id: longTaskId }, 102);
/** In a project of its own: a list of the other snapshots must not answer its reads. */
const halfProject = 14;
const half = seedSnapshots(["halfway"] as const, { project_id: halfProject }, 103);

const ids = { ...free.ids, ...waiting.ids, ...lasting.ids, ...half.ids };
const halfPath = pathOf(ids.halfway).replace("/12/", `/${halfProject}/`);

engineTest(
  "resume: a lock is waited for with live progress, a lasting one leaves the state as it was, 409 is like a lock; " +
    "lost answers: the PATCH takes effect once; partial failure: the restore point survives, a refusal changes nothing",
  {
    seed: { snapshots: [free, waiting, lasting, half].flatMap(({ snapshots }) => snapshots) },
    config: { "edgecloud:maxRetries": { value: "1" } },
  },
  async (stack) => {
    const { emulator } = stack;
    const changesOf = (name: keyof typeof ids) =>
      stack.changes().flatMap((change) => (change.includes(ids[name]) ? [change.replace(/ .* /, " ")] : []));
    const tags = { a: "1" };
    const declared = declareByName(ids, {
      ...Object.fromEntries(Object.keys(ids).map((name) => [name, { tags }])),
      lasting: { tags, lockTimeoutSeconds: 1 },
      held: { tags, lockTimeoutSeconds: 1 },
      halfway: { name: "nightly", tags: { team: "new", a: "1" }, projectId: halfProject },
    });
    stack.program = declared.program;
    const body = {
      exception_class: "ValidationError",
      message: "invalid",
      invalid_fields: { tags: ["Too many tags."] },
    };
    const refuse = (name: "refused" | "refusedLater") =>
      emulator.addFault({ method: "PATCH", path: pathOf(ids[name]), answer: { status: 400, body } });

    // Creating: one waits, one is busy for a while, and three fail.
    const busy = { status: 409, body: { message: "Busy." } };
    emulator.addFault({ method: "PATCH", path: pathOf(ids.busy), times: 2, answer: busy });
    refuse("refused");
    emulator.addFault({ method: "PATCH", path: halfPath, times: 9, reset: "after" });
    // Those before the change are let through: of the check, and of the creation itself.
    emulator.addFault({ method: "GET", path: halfPath, skip: 2, times: 9, reset: "before" });
    const recorder = new EventRecorder();
    const creating = await stack.upWithFailures({ onEvent: recorder.onEvent });

    expect(readSnapshot(emulator, ids.waiting).tags.a).toBe("1");
    expect(changesOf("waiting")).toEqual(["PATCH 200"]);
    const [line, ...others] = byHost({
      dynamic: [
        `\\d+ s is locked by task ${taskId}: snapshot ${ids.waiting}`,
        `\\d+ s is locked by task ${longTaskId}: snapshot ${ids.lasting}`,
        `\\d+ s cannot be changed at the moment: Busy\\. \\(409\\): snapshot ${ids.busy}`,
      ],
      plugin: [
        `is locked by task ${taskId} \\d+ s`,
        `is locked by task ${longTaskId} \\d+ s`,
        "cannot be changed at the moment: Busy\\. \\(409\\) \\d+ s",
      ],
    });
    expect(recorder.progress.filter((message) => new RegExp(line).test(message)).length).toBeGreaterThan(0);
    const part = `(${[line, ...others].join("|")})`;
    for (const message of recorder.progress) {
      expect(message).toMatch(new RegExp(`^${part}( · ${part})*$`));
    }

    expect(creating).toContain(
      `creating snapshot attributes "${ids.lasting}": snapshot ${ids.lasting} is locked by task ${longTaskId}; ` +
        "timed out after 1 second; nothing was changed. Try again later, or raise lockTimeoutSeconds",
    );
    expect(creating).toContain(`creating snapshot attributes "${ids.refused}": invalid`);
    expect([await stack.findResource("lasting"), await stack.findResource("refused")]).toEqual([undefined, undefined]);
    expect(changesOf("lasting")).toEqual([]);
    expect(changesOf("busy")).toEqual(["PATCH 409", "PATCH 409", "PATCH 200"]);

    expect(creating).toMatch(new RegExp(`creating snapshot attributes "${ids.halfway}": no answer from .*ECONNRESET`));
    expect(readSnapshot(emulator, ids.halfway).name).toBe("nightly");
    const restorePoint = { name: "as found", tags: { team: "old" }, addedTags: ["a"] };
    const kept = await stack.findResource("halfway");
    expect(kept?.initErrors).toHaveLength(1);
    expect(kept?.outputs).toMatchObject({ name: "as found", restorePoint });

    // Updating: two fail, and four lose an answer, while the failed creations succeed.
    emulator.clearFaults();
    emulator.clearRequests();
    changeSnapshot(emulator, ids.lasting, () => ({ task_id: null }));
    const [held, refusedLater] = [await stack.findResource("held"), await stack.findResource("refusedLater")];
    changeSnapshot(emulator, ids.held, () => ({ task_id: taskId }));
    declared.args.held = { tags: { b: "1" }, lockTimeoutSeconds: 1 };
    declared.args.refusedLater = { tags: { a: "2" } };
    refuse("refusedLater");
    for (const name of lost) {
      declared.args[name] = { tags: { a: name } };
      emulator.addFault({ method: "PATCH", path: pathOf(ids[name]), ...lostAnswers[name] });
    }
    const updating = await stack.upWithFailures();
    const locked = `snapshot ${ids.held} is locked by task ${taskId}`;
    expect(updating).toContain(`updating snapshot attributes "${ids.held}": ${locked}; timed out after`);
    expect(updating).toContain("tags: Too many tags. (400)");
    expect([await stack.findResource("held"), await stack.findResource("refusedLater")]).toEqual([held, refusedLater]);
    expect(emulator.faults().map(({ timesLeft }) => timesLeft)).toEqual(["refusedLater", ...lost].map(() => 0));
    emulator.clearFaults();
    // A change whose outcome is unknown is sent again, once.
    expect(changesOf("halfway")).toEqual(["PATCH 200"]);
    expect((await stack.findResource("halfway"))?.outputs).toMatchObject({ name: "nightly", restorePoint });

    // While the lock is there, it cannot be destroyed either, and its restore point stays.
    const failure = failureText(stack.pulumi("destroy", "--yes", "--skip-preview", "--target", held!.urn));
    expect(await failure).toContain(`deleting snapshot attributes "${ids.held}": ${locked}`);
    expect((await stack.findResource("held"))?.outputs.restorePoint).toEqual(held?.outputs.restorePoint);

    // Afterwards the changes that failed are made, and there is nothing else to do.
    changeSnapshot(emulator, ids.held, () => ({ task_id: null }));
    declared.args.refusedLater = { tags };
    emulator.clearRequests();
    expect(await stack.up()).toMatch(/~ 1 updated\s+11 unchanged/);
    expect(stack.changes()).toEqual([`PATCH ${pathOf(ids.held)} 200`]);
    expect(readSnapshot(emulator, ids.held).tags).toEqual({ fixed: "platform", theirs: "x", team: "old", b: "1" });
  },
);
