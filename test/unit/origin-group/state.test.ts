import type { OriginGroupAnswer } from "../../../provider/api/calls/origin-groups";
import type { JsonObject } from "../../../provider/values/json";
import { checkOriginGroup } from "../../../provider/resources/origin-group/check";
import type { GroupInputs } from "../../../provider/resources/origin-group/schema";
import { readGroupOfState, toState, withoutCredentials } from "../../../provider/resources/origin-group/wire";
import { accessKeyId, bucket, edgeapp, group, host, legacyGroup } from "./groups";

const options = { backup: false, enabled: true };

function inputsOf(args: JsonObject): GroupInputs {
  return checkOriginGroup(args).inputs;
}

function answerOf(rest: object): OriginGroupAnswer {
  return { id: 7, name: "assets", ...rest };
}

describe("the state of an answer", () => {
  const sources = [{ source: "a.example.com", ...options }];
  const base = { name: "assets", useNext: false, proxyNextUpstream: ["error", "timeout"] };

  it.each<[string, object, GroupInputs, object]>([
    ["a standard group", {}, inputsOf(group()), { ...base, sources, authType: "none", hasRelatedResources: false }],
    [
      "a group in use",
      { has_related_resources: true },
      inputsOf(group()),
      { ...base, sources, authType: "none", hasRelatedResources: true },
    ],
    [
      "a legacy group",
      {},
      inputsOf(legacyGroup()),
      {
        ...base,
        sources: [],
        authType: "cloudSignatureV4",
        auth: inputsOf(legacyGroup()).auth,
        hasRelatedResources: false,
      },
    ],
  ])("for %s", (_, answer, known, state) => {
    const kept = { adopted: true, onDestroy: "retain" as const };
    const outputs = toState(answerOf(answer), known, kept);
    expect(outputs).toEqual({ ...state, originGroupId: 7, ...kept });
    expect(readGroupOfState(outputs)).toEqual(known);
  });
});

describe("inputs without credentials", () => {
  it.each([group({ sources: [host("a"), bucket(), edgeapp()] }), legacyGroup()])("are complete otherwise", (args) => {
    const known = inputsOf(args);
    const seen = withoutCredentials(known);
    expect(JSON.stringify(seen)).not.toMatch(/s3AccessKeyId|s3SecretAccessKey/);
    expect(seen).toMatchObject({ name: "assets", useNext: false });
    expect(JSON.stringify(seen)).toContain("media");
    expect(JSON.stringify(known)).toContain(accessKeyId);
  });
});
