import fc from "fast-check";
import { dataSources } from "../../../provider/data";
import { queryAnalytics } from "../../../provider/data/analytics/function";
import { getFunction } from "../../../provider/data/cloud-function/function";
import { getImage, getImages } from "../../../provider/data/image/function";
import { getLiveStream } from "../../../provider/data/live-stream/function";
import { getOriginGroup, getOriginGroups } from "../../../provider/data/origin-group/function";
import { getSnapshot, getSnapshots } from "../../../provider/data/snapshot/function";
import { getTranscodingDuration } from "../../../provider/data/transcoding-duration/function";
import type { JsonObject } from "../../../provider/values/json";
import { DataSourceError } from "../../../provider/program/data-source-error";
import { answeredImage } from "../../unit/data/images";
import { key, setEnvironment } from "../../unit/data/platform";
import { answeredStream } from "../../unit/data/streams";
import { answeredSnapshot, snapshotId } from "../../unit/data/snapshots";
import { anyAnswerLike, goodAnswers, inTurn } from "./answers";
import { expectPlain, expectToBeShown } from "./expectations";
import { expectOwnPaths } from "./paths";
import { HostilePlatform, json } from "./platform";
import type { Resource } from "./providers";
import { anyObject, mutated } from "./values";
import { tries } from "../tries";

/** A lookup, valid arguments for it, and valid answers to them. */
interface Source {
  call: (args: never) => Promise<unknown>;
  args: JsonObject;
  answers: readonly object[];
  /** The resource whose paths it requests, if it has one. */
  resource?: Resource;
}

const image = answeredImage();
const snapshot = answeredSnapshot();
const group = goodAnswers.OriginGroup;
const listOf = (entry: object) => [{ count: 1, next: null, previous: null, results: [entry] }, [entry]];

const ofGroups = { resource: "OriginGroup" } as const;
const ofSnapshots = { resource: "SnapshotAttributes" } as const;

const frame = { from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00Z" };
const record = { client: 1, metrics: { vod: [[1_793_491_200, 1.5]] } };
const graphQlErrors = { data: null, errors: [{ message: "no such field", path: ["resources", 0] }] };

const snapshotFilter = { name: "nightly", nameRegex: "^n", volumeId: snapshot.volume_id, tags: { team: "data" } };

/** By the name of the data source, and after a space by which arguments. */
const sources: Record<string, Source> = {
  getFunction: {
    call: getFunction,
    args: { namespace: "images", name: "resize", projectId: 12, regionId: 7 },
    answers: [goodAnswers.CloudFunction],
    resource: "CloudFunction",
  },
  getImage: { call: getImage, args: { imageId: "image-1", includePrices: true }, answers: [image] },
  getImages: {
    call: getImages,
    args: { name: "ubuntu-24.04", nameRegex: "^u", tags: { team: "web" }, projectId: 1, regionId: 2 },
    answers: listOf(image),
  },
  getLiveStream: { call: getLiveStream, args: { streamId: 7 }, answers: [answeredStream] },
  getOriginGroup: { call: getOriginGroup, args: { originGroupId: 1004 }, answers: [group], ...ofGroups },
  "getOriginGroup by name": { call: getOriginGroup, args: { name: "assets" }, answers: listOf(group), ...ofGroups },
  getOriginGroups: {
    call: getOriginGroups,
    args: { name: "assets", nameRegex: "^a", source: "origin.example.com", hasRelatedResources: false },
    answers: listOf(group),
    ...ofGroups,
  },
  getSnapshot: { call: getSnapshot, args: { snapshotId }, answers: [snapshot], ...ofSnapshots },
  "getSnapshot by filters": {
    call: getSnapshot,
    args: { ...snapshotFilter, mostRecent: true },
    answers: listOf(snapshot),
    ...ofSnapshots,
  },
  getSnapshots: {
    call: getSnapshots,
    args: { ...snapshotFilter, status: "available", projectId: 1, regionId: 2 },
    answers: listOf(snapshot),
    ...ofSnapshots,
  },
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

test("every data source is tested", () => {
  const names = Object.keys(sources).map((title) => title.split(" ")[0]);
  expect(new Set(names)).toEqual(new Set(Object.keys(dataSources)));
});

describe.each(Object.entries(sources))("%s", (_, { call, args, answers, resource = "other" as const }) => {
  it("returns a result for valid arguments and answers", async () => {
    const platform = await platformOfEnvironment();
    for (const answer of answers.filter((each) => each !== graphQlErrors)) {
      platform.begin(inTurn([json(200, answer)]));
      const result = await call(args as never);
      expectPlain(result);
      expect(result).not.toEqual([]);
    }
  });

  it("returns a result or an ordinary error for any answer", async () => {
    const platform = await platformOfEnvironment();
    await fc.assert(
      fc.asyncProperty(fc.array(anyAnswerLike(answers), { minLength: 1, maxLength: 3 }), async (turns) => {
        platform.begin(inTurn(turns));
        await expectResult(call(args as never));
        expectOwnPaths(platform.requests(), resource);
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
        expectOwnPaths(platform.requests(), resource);
      }),
      tries(150),
    );
  });
});
