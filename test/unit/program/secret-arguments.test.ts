import * as pulumi from "@pulumi/pulumi";
import {
  queryAnalyticsOutput,
  getImageOutput,
  getImagesOutput,
  getLiveStreamOutput,
  getTranscodingDurationOutput,
} from "../../../provider/index";
import { answeredImage } from "../data/images";
import { platformThatAnswers } from "../data/platform";
import { factsOf, run } from "./runs";

const { secret } = pulumi;

/** The message of the error that a call in its Output form ends with. */
function failureOf(call: () => pulumi.Output<unknown>): Promise<string> {
  return run(() =>
    factsOf(call()).then(
      () => "the call succeeded",
      (error: Error) => error.message,
    ),
  );
}

describe("the check of secret arguments does not echo", () => {
  const of = "getImages";
  const regex = `${of}: nameRegex must be a regular expression`;
  /** A call with wrong arguments. */
  const images = (args: unknown) => getImagesOutput(args as never);

  it.each<[string, () => pulumi.Output<unknown>, string]>([
    [
      "a near miss",
      () => images({ architecture: secret("x86_65") }),
      `${of}: architecture must be one of "aarch64", "x86_64"`,
    ],
    [
      "a value of the wrong type",
      () => images({ projectId: secret("4711"), name: secret(12) }),
      `${of}:\n  projectId must be a number, not a string\n  name must be a string, not a number`,
    ],
    ["a number", () => getLiveStreamOutput({ streamId: secret(-4711) }), "getLiveStream: streamId must be at least 1"],
    ["a pattern", () => images({ nameRegex: secret("(") }), `${regex}: Unterminated group`],
    [
      "a pattern with a colon",
      () => images({ nameRegex: secret("hidden: [z-a]") }),
      `${regex}: Range out of order in character class`,
    ],
    [
      "the names of a map",
      () => images({ tags: secret({ hidden: [7] }) }),
      `${of}: tags["[secret]"] must be a string, not an array`,
    ],
    ["all names", () => images(secret({ osDistr: "hidden" })), `${of}: [secret] is not a property; remove it`],
    [
      "the value of an unknown name",
      () => images({ osDistr: secret("hidden") }),
      `${of}: osDistr is not a property (did you mean "osDistro"?); remove it`,
    ],
    [
      "a superfluous argument",
      () => getImageOutput({ imageId: secret("hidden"), name: "web" }),
      "getImage: imageId already identifies one image; leave out name, or imageId",
    ],
    [
      "a date",
      () => getTranscodingDurationOutput({ from: secret("hidden"), to: "2026-11-02T00:00:00Z" }),
      "getTranscodingDuration: from must be a Date or an ISO 8601 datetime, such as 2026-11-01T00:00:00Z",
    ],
    [
      "a variable",
      () => queryAnalyticsOutput({ query: "", variables: secret({ hidden: 7 }) }),
      "queryAnalytics: query must not be empty",
    ],
  ])("%s", async (_, call, text) => {
    const { received } = await platformThatAnswers(200, []);
    expect(await failureOf(call)).toBe(text);
    expect(received).toEqual([]);
  });
});

describe("the error of a search with secret arguments", () => {
  const two = {
    count: 2,
    results: ["image-1", "image-2"].map((id) => answeredImage({ id, name: "w", os_version: "9" })),
  };

  it.each<[string, object, () => pulumi.Output<unknown>, string]>([
    [
      "nothing is found",
      { count: 0, results: [] },
      () => getImageOutput({ name: secret('a "b"'), osVersion: secret("9"), projectId: secret(8) }),
      'getImage: no image of project [secret], region 2 matches name "[secret]", osVersion "[secret]"',
    ],
    [
      "nothing is found by tags",
      { count: 0, results: [] },
      () => getImageOutput({ tags: { k: secret("v") } }),
      'getImage: no image of project 1, region 2 matches tags "[secret]"',
    ],
    [
      "too much is found",
      two,
      () => getImageOutput({ name: secret("w"), osVersion: secret("9") }),
      'getImage: 2 images of project 1, region 2 match name "[secret]", osVersion "[secret]"; add filters, or set ' +
        'mostRecent: true:\n  "[secret]" (id image-1, version [secret], created 2026-01-01T00:00:00Z)\n' +
        '  "[secret]" (id image-2, version [secret], created 2026-01-01T00:00:00Z)',
    ],
  ])("hides them if %s", async (_, answer, call, text) => {
    await platformThatAnswers(200, answer);
    expect(await failureOf(call)).toBe(text);
  });

  it.each<[() => pulumi.Output<unknown>, string]>([
    [() => getLiveStreamOutput({ streamId: secret(7) }), "getLiveStream: reading live stream [secret]: gone (404). "],
    [
      () => getImageOutput({ imageId: secret("i7") }),
      'getImage: reading image "[secret]" of project 1, region 2: gone (404). ',
    ],
  ])("hides them if the object does not exist, case %#", async (call, text) => {
    await platformThatAnswers(404, { error: "gone", message: "gone", exception_class: "NotFoundError" });
    const failure = await failureOf(call);
    expect(failure.startsWith(text)).toBe(true);
    expect(failure).not.toContain("7");
  });
});
