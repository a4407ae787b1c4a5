import { dialectSchema, fromPlatform, toPlatform, type NeutralWord } from "../../../provider/api/calls/dialect";
import type { JsonObject } from "../../../provider/values/json";
import { checkOriginGroup } from "../../../provider/resources/origin-group/check";
import { toGroup, toRequestBody } from "../../../provider/resources/origin-group/wire";
import { bucket, edgeapp, group, host, legacyGroup } from "./groups";

const words = { cloudSignatureV4: "acmeSignatureV4", cloudvendor: "acme", edgeapp: "acmeapp" };

function inputsOf(args: JsonObject) {
  return checkOriginGroup(args).inputs;
}

function overTheWire(args: JsonObject, dialect = words): object {
  return JSON.parse(JSON.stringify(toRequestBody(inputsOf(args), dialect))) as object;
}

function answerOf(body: object) {
  return { id: 7, name: "assets", ...body };
}

describe("dialect", () => {
  it.each(Object.entries(words) as [NeutralWord, string][])("%s is %s on the platform", (word, theirs) => {
    expect(toPlatform(words, word, word)).toBe(theirs);
    expect(fromPlatform(words, word, theirs)).toBe(word);
    expect(fromPlatform(words, word, word)).toBe(word);
  });

  it.each(["s3", "host", "other", "none", "toString", "anything"])("%s is the same everywhere", (word) => {
    for (const neutral of Object.keys(words) as NeutralWord[]) {
      expect(toPlatform(words, neutral, word)).toBe(word);
      expect(fromPlatform(words, neutral, word)).toBe(word);
    }
  });

  it("translates a word that has a second meaning by its field", () => {
    const args = group({ sources: [bucket({ s3Type: "cloudvendor", s3Region: "r" }), edgeapp()] });
    const own = { ...words, cloudvendor: "s3", edgeapp: "other" };
    const body = overTheWire(args, own);
    expect(body).toMatchObject({
      sources: [{ origin_type: "s3", config: { s3_type: "s3" } }, { origin_type: "other" }],
    });
    expect(toGroup(answerOf(body), inputsOf(args), own)).toEqual(inputsOf(args));
  });

  it.each([group({ sources: [edgeapp(), bucket({ s3Type: "cloudvendor", s3Region: "r" })] }), legacyGroup()])(
    "is translated to the platform and back",
    (args) => {
      const text = JSON.stringify(overTheWire(args));
      expect(text).not.toMatch(/cloudvendor|cloudSignatureV4|edgeapp/);
      const answer = answerOf(JSON.parse(text) as object);
      expect(toGroup(answer, inputsOf(args), words)).toEqual(inputsOf(args));
    },
  );

  it("translates no value that only happens to be such a word", () => {
    const args = group({ name: "edgeapp", sources: [host("cloudvendor"), bucket({ s3BucketName: "edgeapp" })] });
    const body = overTheWire(args);
    expect(body).toMatchObject({
      name: "edgeapp",
      sources: [{ source: "cloudvendor" }, { config: { s3_bucket_name: "edgeapp" } }],
    });
    expect(toGroup(answerOf(body), inputsOf(args), words)).toEqual(inputsOf(args));
  });
});

it("an unset word is the neutral one, an unknown one is refused", () => {
  expect(dialectSchema.parse({ edgeapp: "acmeapp" })).toEqual({
    cloudSignatureV4: "cloudSignatureV4",
    cloudvendor: "cloudvendor",
    edgeapp: "acmeapp",
  });
  expect(dialectSchema.safeParse({ edgeApp: "acmeapp" }).success).toBe(false);
  expect(dialectSchema.safeParse({ edgeapp: "" }).success).toBe(false);
});
