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

describe("a message of the platform", () => {
  it.each([
    ["from the program", { envs: { TOKEN: token } }, {}],
    ["from the platform", {}, { envs: { TOKEN: token } }],
  ])("hides variables in the state: %s", (_, declared, seen) => {
    const found = stateOf(ref, answer({ ...seen, build_message: `line 3: ${token}` }), inputsOf(declared));
    expect(found.buildMessage).toBe("line 3: [secret]");
  });

  it("hides variables from several sources", () => {
    const text = withoutSecrets(
      `${token}, ${older}`,
      { envs: { A: token } },
      {},
      { envs: { A: older } },
      { envs: null },
    );
    expect(text).toBe("[secret], [secret]");
  });

  it("shows everything else", () => {
    expect(withoutSecrets("resize is busy", { envs: { ON: "1", DEBUG: "" } })).toBe("resize is busy");
  });
});

describe("a message of the platform about dependencies", () => {
  const dependencies = [
    "require example.com/image v1.2.0",
    "https://robot:hunter2-7d79@packages.example.com/simple",
    "token=npm_7d793037a076018959f4b0d4",
  ].join("\n");

  it.each([
    ["the login of a URL", "cannot fetch with robot and hunter2-7d79", "cannot fetch with [secret] and [secret]"],
    ["a word that looks like a key", "bad token npm_7d793037a076018959f4b0d4", "bad token [secret]"],
    ["but not names and versions", "no example.com/image v1.2.0 at packages.example.com", undefined],
  ])("hides keys in the state: %s", (_, said, expected = said) => {
    const found = stateOf(ref, answer({ build_message: said, dependencies }), inputsOf({ dependencies }));
    expect(found.buildMessage).toBe(expected);
  });

  it("hides keys in an error, too", async () => {
    const refusal = new ConflictError({ message: "cannot fetch with hunter2-7d79", status: 409 });
    const { handler } = worldOf({ reads: [answer({ description: "old" })], patches: [refusal] });
    const declared = inputsOf({ dependencies, description: "new", taskTimeoutSeconds: 0 });
    const ended = handler.update(id, { ...declared, ...told }, declared).catch((error: Error) => error.message);
    expect(await ended).toContain("cannot fetch with [secret]");
  });
});

describe("the progress line hides variables", () => {
  beforeEach(useFakeTime);
  afterEach(useRealTime);

  const refusal = new ConflictError({ message: `busy with ${token} and ${older}`, status: 409 });

  it("while a change has to wait", async () => {
    const { handler, said } = worldOf({ reads: [there], patches: [refusal] }, steadyClock);
    const ended = handler.update(id, state, inputs).catch((error: Error) => error.message);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(await ended).toContain("function resize cannot be changed at the moment: busy with [secret] and [secret]");
    expect(said[0]).toContain("0 s cannot be changed at the moment: busy with [secret] and [secret]");
  });

  it("while a deletion has to wait", async () => {
    const { handler, said } = worldOf({ reads: [there], deletes: [refusal] }, steadyClock);
    const ended = handler.delete(id, { ...state, envs: { A: token, B: older } }).catch((error: Error) => error.message);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(await ended).toContain("function resize cannot be deleted at the moment: busy with [secret] and [secret]");
    expect(said[0]).toContain("busy with [secret] and [secret]");
  });
});
