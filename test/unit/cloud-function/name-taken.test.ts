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
const advice =
  "Nothing was created. If this resource was renamed or moved in the program, give it an alias. If it is to be " +
  "replaced (`--replace`, `pulumi state taint`), set its option deleteBeforeReplace: true. If it should " +
  'manage the existing function, set adopt: true (and onDestroy: "delete" if an interrupted `pulumi up` created it). ' +
  "If the resource that has the function was removed from the program or takes another name, first run `pulumi up` " +
  "without this change. Otherwise choose another name";

describe.each([
  ["a conflict", conflict],
  ["a taken name", taken],
])("%s", (_, refusal) => {
  it.each([
    ["equal to what was sent", ours, "with the same content"],
    ["equal, but disabled", { ...ours, disabled: true }, "with the same content"],
    ["equal, but still being created", { ...ours, status: "BUILDING" }, "with the same content"],
    ["different", theirs, "differs in: description, flavor"],
  ])("is an error with advice for a function that is %s, and saves no state", async (_, found, how) => {
    const { handler, verbs } = createHandler({ creates: [refusal], reads: [found] });
    const error = await captureError(handler.create(inputs));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ name: "ConflictError" });
    expect(error.message).toBe(`name: the namespace "images" already has a function "resize" (${how}). ${advice}`);
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
