import { Secret } from "../../../provider/hosts/plugin/envelopes";
import { hideSecrets, reveal, findSecrets } from "../../../provider/hosts/plugin/secrets";
import { withCredentialsOf, withoutCredentials } from "../../../provider/core/secrets";
import type { JsonObject } from "../../../provider/values/json";
import { traits as ofFunction } from "../../../provider/resources/cloud-function/traits";
import { traits } from "../../../provider/resources/origin-group/traits";

const secret = (value: unknown) => new Secret(value);
const bucket = (s3BucketName: string, rest: object = {}) => ({ config: { s3BucketName, ...rest } });

describe("what is hidden", () => {
  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    [
      "declared secrets, whether given as secret or not",
      {
        sources: [bucket("x", { s3AccessKeyId: "k", s3SecretAccessKey: "s" })],
        auth: { s3AccessKeyId: "k", s3Type: "o" },
      },
      {},
      {
        sources: [bucket("x", { s3AccessKeyId: secret("k"), s3SecretAccessKey: secret("s") })],
        auth: { s3AccessKeyId: secret("k"), s3Type: "o" },
      },
    ],
    [
      "values that the user marks as secret",
      { name: "a", path: "/p" },
      { name: secret("a"), path: "/p" },
      { name: secret("a"), path: "/p" },
    ],
    [
      "the same entry at another position",
      { sources: [{ source: "b" }, { source: "a", hostHeaderOverride: "h" }] },
      { sources: [{ source: "a", hostHeaderOverride: secret("h") }] },
      { sources: [{ source: "b" }, { source: "a", hostHeaderOverride: secret("h") }] },
    ],
    [
      "a whole list",
      { sources: [{ source: "a" }] },
      { sources: secret([{ source: "a" }]) },
      { sources: secret([{ source: "a" }]) },
    ],
    ["nothing else", { name: "a", sources: [{ source: "a" }] }, {}, { name: "a", sources: [{ source: "a" }] }],
  ])("%s", (_, values, given, expected) => {
    expect(hideSecrets(values, findSecrets([given], traits), traits)).toEqual(expected);
    expect(reveal(hideSecrets(values, findSecrets([given], traits), traits))).toEqual(values);
  });

  it("hides variables that only the platform knows", () => {
    const known = { ...findSecrets([], ofFunction), declared: { envs: { A: "1" } } };
    expect(hideSecrets({ envs: { A: "2", B: "theirs" }, name: "f" }, known, ofFunction)).toEqual({
      envs: { A: "2", B: secret("theirs") },
      name: "f",
    });
  });
});

describe("credentials of the inputs", () => {
  const inputs = {
    sources: [bucket("x", { s3AccessKeyId: "kx", s3SecretAccessKey: "sx" }), bucket("y", { s3AccessKeyId: "ky" })],
    auth: { s3AccessKeyId: "k", s3BucketName: "z" },
  };

  it("are left out of the state", () => {
    expect(withoutCredentials(inputs, traits)).toEqual({
      sources: [bucket("x"), bucket("y")],
      auth: { s3BucketName: "z" },
    });
  });

  it("are added to the state by the name of their bucket", () => {
    const state = { sources: [bucket("y"), { source: "a" }, bucket("x"), bucket("new")], auth: { s3BucketName: "z" } };
    expect(withCredentialsOf(state, inputs, traits)).toEqual({
      sources: [inputs.sources[1], { source: "a" }, inputs.sources[0], bucket("new")],
      auth: inputs.auth,
    });
  });

  it("do not replace those that the state has", () => {
    const state = { sources: [bucket("x", { s3AccessKeyId: "own" })] };
    expect(withCredentialsOf(state, inputs, traits)).toEqual({
      sources: [bucket("x", { s3AccessKeyId: "own", s3SecretAccessKey: "sx" })],
    });
  });
});
