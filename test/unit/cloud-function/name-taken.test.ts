import { ValidationError } from "../../../provider/api/failures/errors";
import { PartialFailure } from "../../../provider/core/handler";
import { answer, checkInputs } from "./functions";
import { conflict, captureError, missing, createHandler } from "./platform";

const inputs = checkInputs({ description: "mine", taskTimeoutSeconds: 120 });
const ours = answer({ description: "mine" });
const theirs = answer({ description: "theirs", flavor: "big" });
const taken = new ValidationError({ message: "invalid", status: 400 }, [
  { location: ["name"], message: "A function with this name already exists." },
]);
/** The first way out, which depends on the content. */
const interrupted = "- If an interrupted `pulumi up` created it";
const adopting = "- If it should manage the existing function: set adopt: true";

describe.each([
  ["a conflict", conflict],
  ["a taken name", taken],
])("%s", (_, refusal) => {
  it.each([
    ["equal to what was sent", ours, "with the same content", interrupted],
    ["equal, but disabled", { ...ours, disabled: true }, "with the same content", interrupted],
    ["equal, but still being created", { ...ours, status: "BUILDING" }, "with the same content", interrupted],
    ["different", theirs, "differs in: description, flavor", adopting],
  ])("is an error with advice for a function that is %s, and saves no state", async (_, found, how, first) => {
    const { handler, verbs } = createHandler({ creates: [refusal], reads: [found] });
    const error = await captureError(handler.create(inputs));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ name: "ConflictError" });
    const problem = `name: the namespace "images" already has a function "resize" (${how}). Nothing was created.`;
    expect(error.message.split("\n")[0]).toBe(`${problem} What to do:`);
    expect(error.message.split("\n")[1]).toContain(first);
    expect(verbs()).toEqual(["creates"]);
  });

  it("ends after a minute with the platform's message if no function is visible, and saves no state", async () => {
    const { handler, clock, verbs } = createHandler({ creates: [refusal], reads: [missing] });
    const error = await captureError(handler.create(inputs));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.name).toBe(refusal.name);
    expect(error.message).toContain(refusal === taken ? "already exists" : "Function is being changed.");
    expect(clock.now()).toBeGreaterThanOrEqual(60_000);
    expect(clock.now()).toBeLessThan(67_000);
    expect(new Set(verbs())).toEqual(new Set(["creates"]));
  });
});
