import * as pulumi from "@pulumi/pulumi";
import { getImageOutput, getImagesOutput, getLiveStreamOutput, queryAnalyticsOutput } from "../../../provider/index";
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

/** A call with wrong arguments. */
const images = (args: unknown) => getImagesOutput(args as never);

it.each<[string, () => pulumi.Output<unknown>, string]>([
  [
    "a wrong word",
    () => images({ architecture: secret("a/b+c") }),
    'getImages: architecture must be one of "aarch64", "x86_64"',
  ],
  [
    "a value of the wrong type",
    () => images({ projectId: secret("4711"), name: secret(12) }),
    "getImages:\n  projectId must be a number, not a string\n  name must be a string, not a number",
  ],
  [
    "a pattern",
    () => images({ nameRegex: secret("hidden: [z-a]") }),
    "getImages: nameRegex must be a regular expression: Range out of order in character class",
  ],
  [
    "the names of a map",
    () => images({ tags: secret({ hidden: [7] }) }),
    "getImages: tags.[secret] must be a string, not an array",
  ],
  [
    "the value of an unknown name",
    () => images({ osDistr: secret("hidden") }),
    'getImages: osDistr is not a property (did you mean "osDistro"?); remove it',
  ],
  [
    "a variable",
    () => queryAnalyticsOutput({ query: "", variables: secret({ hidden: 7 }) }),
    "queryAnalytics: query must not be empty",
  ],
])("the check of secret arguments does not repeat %s", async (_, call, text) => {
  const { received } = await platformThatAnswers(200, []);
  expect(await failureOf(call)).toBe(text);
  expect(received).toEqual([]);
});

const none = { count: 0, results: [] };
const two = {
  count: 2,
  results: ["image-1", "image-2"].map((id) => answeredImage({ id, name: "web", os_version: "9.1" })),
};

it.each<[string, object, () => pulumi.Output<unknown>, string]>([
  [
    "nothing is found",
    none,
    () => getImageOutput({ name: secret('a "b"'), projectId: secret(4711), tags: { key: secret("word") } }),
    'getImage: no image of project [secret], region 2 matches name "[secret]", tags {"[secret]":"[secret]"}',
  ],
  [
    "too much is found",
    two,
    () => getImageOutput({ name: secret("web"), osVersion: secret("9.1") }),
    'getImage: 2 images of project 1, region 2 match name "[secret]", osVersion "[secret]"; add filters, or set ' +
      'mostRecent: true:\n  "[secret]" (id image-1, version [secret], created 2026-01-01T00:00:00Z)\n' +
      '  "[secret]" (id image-2, version [secret], created 2026-01-01T00:00:00Z)',
  ],
])("the error of a search hides secret arguments if %s", async (_, answer, call, text) => {
  await platformThatAnswers(200, answer);
  expect(await failureOf(call)).toBe(text);
});

it("the error of a lookup hides a secret ID", async () => {
  await platformThatAnswers(404, { message: "gone 4711", exception_class: "NotFoundError" });
  expect(await failureOf(() => getLiveStreamOutput({ streamId: secret(4711) }))).toMatch(
    /^getLiveStream: reading live stream \[secret\]: gone \[secret\] \(404\)/,
  );
});
