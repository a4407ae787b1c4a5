import type { CloudFunctionState } from "../../../provider/resources/cloud-function/schema";
import { withoutSecrets } from "../../../provider/model/cloud-function";
import { stateOf } from "../../../provider/resources/cloud-function/wire";
import { ConflictError } from "../../../provider/api/errors";
import { steadyClock, useFakeTime, useRealTime } from "../hosts/fake-time";
import { answer, id, inputsOf, ref, told } from "./functions";
import { worldOf } from "./world";

const token = "token-7d793037";
const older = "token-of-before";
const inputs = inputsOf({ envs: { TOKEN: token }, description: "new", taskTimeoutSeconds: 30 });
const state: CloudFunctionState = { ...inputs, ...told, envs: { TOKEN: older } };
const there = answer({ envs: { TOKEN: older } });

describe("what the platform says repeats no variable", () => {
  it.each([
    ["of the program", { envs: { TOKEN: token } }, {}],
    ["of the platform", {}, { envs: { TOKEN: token } }],
  ])("in the state: %s", (_, declared, seen) => {
    const found = stateOf(ref, answer({ ...seen, build_message: `line 3: ${token}` }), inputsOf(declared));
    expect(found.buildMessage).toBe("line 3: [secret]");
  });

  it("of any of several sources", () => {
    const text = withoutSecrets(
      `${token}, ${older}`,
      { envs: { A: token } },
      {},
      { envs: { A: older } },
      { envs: null },
    );
    expect(text).toBe("[secret], [secret]");
  });

  it("and says all else", () => {
    expect(withoutSecrets("resize is busy", { envs: { ON: "1", DEBUG: "" } })).toBe("resize is busy");
  });
});

describe("what the platform says repeats no key among the dependencies", () => {
  const dependencies = [
    "require example.com/image v1.2.0",
    "https://robot:hunter2-7d79@packages.example.com/simple",
    "token=npm_7d793037a076018959f4b0d4",
  ].join("\n");

  it.each([
    ["the login of an address", "cannot fetch with robot and hunter2-7d79", "cannot fetch with [secret] and [secret]"],
    ["a word that looks like a key", "bad token npm_7d793037a076018959f4b0d4", "bad token [secret]"],
    ["names and versions stay", "no example.com/image v1.2.0 at packages.example.com", undefined],
  ])("%s", (_, said, expected = said) => {
    const found = stateOf(ref, answer({ build_message: said, dependencies }), inputsOf({ dependencies }));
    expect(found.buildMessage).toBe(expected);
  });

  it("nor does an error", async () => {
    const refusal = new ConflictError({ message: "cannot fetch with hunter2-7d79", status: 409 });
    const { handler } = worldOf({ reads: [answer({ description: "old" })], patches: [refusal] });
    const declared = inputsOf({ dependencies, description: "new", taskTimeoutSeconds: 0 });
    const ended = handler.update(id, { ...declared, ...told }, declared).catch((error: Error) => error.message);
    expect(await ended).toContain("cannot fetch with [secret]");
  });
});

describe("what is shown repeats no variable", () => {
  beforeEach(useFakeTime);
  afterEach(useRealTime);

  const refusal = new ConflictError({ message: `busy with ${token} and ${older}`, status: 409 });

  it("of a change that must wait", async () => {
    const { handler, said } = worldOf({ reads: [there], patches: [refusal] }, steadyClock);
    const ended = handler.update(id, state, inputs).catch((error: Error) => error.message);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(await ended).toContain("function resize cannot be changed at the moment: busy with [secret] and [secret]");
    expect(said[0]).toContain("resize cannot be changed at the moment: busy with [secret] and [secret]");
  });

  it("of a deletion that must wait", async () => {
    const { handler, said } = worldOf({ reads: [there], deletes: [refusal] }, steadyClock);
    const ended = handler.delete(id, { ...state, envs: { A: token, B: older } }).catch((error: Error) => error.message);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(await ended).toContain("function resize cannot be deleted at the moment: busy with [secret] and [secret]");
    expect(said[0]).toContain("busy with [secret] and [secret]");
  });
});
