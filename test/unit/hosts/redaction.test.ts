import { Claims } from "../../../provider/core/claims";
import { CredentialValues } from "../../../provider/core/credential-values";
import type { OperationContext } from "../../../provider/core/handler";
import { redactContext, redactFailures, redactOutputs } from "../../../provider/hosts/redaction";
import { WaitDisplay } from "../../../provider/hosts/wait-display";

const withheld = { secrets: ["secret-1234"], inPlatformMessages: ["secret-1234", "resize", "token-1234"] };

function contextWith(noticed: string[], shown: string[]): OperationContext {
  const waits = new WaitDisplay(
    () => undefined,
    () => true,
  );
  const showing = {
    ...waits,
    count: 0,
    track: <Result>(noun: string, name: string, work: (wait: never) => Promise<Result>) => {
      shown.push(`${noun} ${name}`);
      return work({ begin: () => undefined, show: (state: string) => shown.push(state), isShown: () => true } as never);
    },
  };
  const credentials = new CredentialValues();
  return { claims: new Claims(), credentials, notify: (text) => void noticed.push(text), waits: showing };
}

describe("an operation", () => {
  it("shows no secret in a notice, nor what messages of the platform must not repeat", async () => {
    const [noticed, shown] = [[] as string[], [] as string[]];
    const { notify, waits } = redactContext(contextWith(noticed, shown), withheld);
    notify('function "resize" is secret-1234');
    await waits.track("function", "resize of secret-1234", (wait) => {
      wait.show("busy with token-1234 and secret-1234");
      return Promise.resolve();
    });
    expect(noticed).toEqual(['function "resize" is [secret]']);
    expect(shown).toEqual(["function resize of [secret]", "busy with [secret] and [secret]"]);
  });

  it("changes only outputs with messages of the platform", () => {
    const state = { name: "resize", buildMessage: "line 3: token-1234", timeout: 30 };
    expect(redactOutputs(state, ["buildMessage", "status"], withheld)).toEqual({
      ...state,
      buildMessage: "line 3: [secret]",
    });
  });

  it("quotes no part of a secret in a failure", () => {
    const failure = { property: "source", reason: 'must not contain a scheme; write "secret-12"' };
    expect(redactFailures([failure], withheld)).toEqual([
      { property: "source", reason: "must not contain a scheme; write [secret]" },
    ]);
  });

  it("still tells that a value is missing", () => {
    const failure = { property: "secretKey", reason: "is required", isMissing: true } as const;
    expect(redactFailures([failure], withheld)).toEqual([failure]);
  });
});
