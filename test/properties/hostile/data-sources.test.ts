import fc from "fast-check";
import { queryAnalytics } from "../../../provider/data/analytics/function";
import { getImage, getImages } from "../../../provider/data/image/function";
import { getLiveStream } from "../../../provider/data/live-stream/function";
import { getTranscodingDuration } from "../../../provider/data/transcoding-duration/function";
import type { JsonObject } from "../../../provider/values/json";
import { DataSourceError } from "../../../provider/program/data-source-error";
import { answeredImage } from "../../unit/data/images";
import { key, setEnvironment } from "../../unit/data/platform";
import { answeredStream } from "../../unit/data/streams";
import { anyAnswerLike, inTurn } from "./answers";
import { expectPlain, expectToBeShown } from "./expectations";
import { expectOwnPaths } from "./paths";
import { HostilePlatform, json } from "./platform";
import { anyObject, mutated } from "./values";
import { tries } from "../tries";

interface Source {
  call: (args: never) => Promise<unknown>;
  args: JsonObject;
  answers: readonly object[];
}

const image = answeredImage();
const frame = { from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00Z" };
const record = { client: 1, metrics: { vod: [[1_793_491_200, 1.5]] } };
const graphQlErrors = { data: null, errors: [{ message: "no such field", path: ["resources", 0] }] };

const sources: Record<string, Source> = {
  getImage: { call: getImage, args: { imageId: "image-1", includePrices: true }, answers: [image] },
  getImages: {
    call: getImages,
    args: { name: "ubuntu-24.04", nameRegex: "^u", tags: { team: "web" }, projectId: 1, regionId: 2 },
    answers: [{ count: 1, results: [image] }, [image]],
  },
  getLiveStream: { call: getLiveStream, args: { streamId: 7 }, answers: [answeredStream] },
  getTranscodingDuration: { call: getTranscodingDuration, args: frame, answers: [[record]] },
  queryAnalytics: {
    call: queryAnalytics,
    args: { query: "{ resources { id } }", variables: { days: 3 } },
    answers: [{ data: { resources: [{ id: 1 }] } }, graphQlErrors],
  },
};

async function platformOfEnvironment(): Promise<HostilePlatform> {
  const platform = await HostilePlatform.start();
  setEnvironment({ API_KEY: key, BASE_URL: platform.url, MAX_RETRIES: "0", PROJECT_ID: "1", REGION_ID: "2" });
  return platform;
}

/** Expects a result in plain JSON, or a DataSourceError. */
async function expectResult(call: Promise<unknown>): Promise<void> {
  try {
    expectPlain(await call);
  } catch (error) {
    expect(error).toBeInstanceOf(DataSourceError);
    expectToBeShown((error as Error).message);
  }
}

describe.each(Object.entries(sources))("%s", (_, { call, args, answers }) => {
  it("returns a result or an ordinary error for any answer", async () => {
    const platform = await platformOfEnvironment();
    await fc.assert(
      fc.asyncProperty(fc.array(anyAnswerLike(answers), { minLength: 1, maxLength: 3 }), async (turns) => {
        platform.begin(inTurn(turns));
        await expectResult(call(args as never));
        expectOwnPaths(platform.requests(), "other");
      }),
      tries(150),
    );
  });

  it("returns a result or an ordinary error for any arguments, and requests only its own paths", async () => {
    const platform = await platformOfEnvironment();
    const anyArgs = fc.oneof({ arbitrary: mutated(args), weight: 3 }, anyObject(Object.keys(args)));
    await fc.assert(
      fc.asyncProperty(anyArgs, async (given) => {
        platform.begin(inTurn(answers.map((answer) => json(200, answer))));
        await expectResult(call(given as never));
        expectOwnPaths(platform.requests(), "other");
      }),
      tries(150),
    );
  });
});
