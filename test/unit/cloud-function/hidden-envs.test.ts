import { withoutSecrets } from "../../../provider/model/cloud-function";
import { toState } from "../../../provider/resources/cloud-function/wire";
import { answer, checkInputs, ref } from "./functions";

const token = "token-7d793037";
const older = "token-of-before";

describe("a message of the platform", () => {
  it.each([
    ["from the program", { envs: { TOKEN: token } }, {}],
    ["from the platform", {}, { envs: { TOKEN: token } }],
  ])("hides variables in the state: %s", (_, declared, seen) => {
    const found = toState(ref, answer({ ...seen, build_message: `line 3: ${token}` }), checkInputs(declared));
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
    const found = toState(ref, answer({ build_message: said, dependencies }), checkInputs({ dependencies }));
    expect(found.buildMessage).toBe(expected);
  });
});
