import fc from "fast-check";
import { dataSources } from "../../../provider/data";
import type { JsonObject } from "../../../provider/values/json";
import * as exported from "../../../provider/index";
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

/** Valid arguments of a lookup, and valid answers to them. */
interface Source {
  args: JsonObject;
  answers: readonly object[];
  /** The resource whose paths it requests, if it has one. */
  resource?: Resource;
}

const image = answeredImage();
const snapshot = answeredSnapshot();
const group = goodAnswers.OriginGroup;
const listOf = (entry: object) => [{ count: 1, next: null, previous: null, results: [entry] }, [entry]];

const groups = { answers: listOf(group), resource: "OriginGroup" } as const;
const snapshots = { answers: listOf(snapshot), resource: "SnapshotAttributes" } as const;

const frame = { from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00Z" };
const record = { client: 1, metrics: { vod: [[1_793_491_200, 1.5]] } };
const graphQlErrors = { data: null, errors: [{ message: "no such field", path: ["resources", 0] }] };

const place = { projectId: 1, regionId: 2 };
const snapshotFilter = { name: "nightly", nameRegex: "^n", volumeId: snapshot.volume_id, tags: { team: "data" } };

/** By the name of the data source, and after a space by which arguments. */
const sources: Record<string, Source> = {
  getFunction: {
    args: { namespace: "images", name: "resize", projectId: 12, regionId: 7 },
    answers: [goodAnswers.CloudFunction],
    resource: "CloudFunction",
  },
  getFunctionNamespace: {
    args: { name: "images", projectId: 12, regionId: 7 },
    answers: [goodAnswers.FunctionNamespace],
    resource: "FunctionNamespace",
  },
  getImage: { args: { imageId: "image-1", includePrices: true }, answers: [image] },
  getImages: {
    args: { name: "ubuntu-24.04", nameRegex: "^u", tags: { team: "web" }, ...place },
    answers: listOf(image),
  },
  getLiveStream: { args: { streamId: 7 }, answers: [answeredStream] },
  getOriginGroup: { ...groups, args: { originGroupId: 1004 }, answers: [group] },
  "getOriginGroup by name": { ...groups, args: { name: "assets" } },
  getOriginGroups: {
    ...groups,
    args: { name: "assets", nameRegex: "^a", source: "origin.example.com", hasRelatedResources: false },
  },
  getSnapshot: { ...snapshots, args: { snapshotId }, answers: [snapshot] },
  "getSnapshot by filters": { ...snapshots, args: { ...snapshotFilter, mostRecent: true } },
  getSnapshots: { ...snapshots, args: { ...snapshotFilter, status: "available", ...place } },
  getTranscodingDuration: { args: frame, answers: [[record]] },
  queryAnalytics: {
    args: { query: "{ resources { id } }", variables: { days: 3 } },
    answers: [{ data: { resources: [{ id: 1 }] } }, graphQlErrors],
  },
};

const nameOf = (title: string) => title.replace(/ .*/, "");

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
    expect(error).toBeInstanceOf(exported.DataSourceError);
    expectToBeShown((error as Error).message);
  }
}

test("every data source is tested", () => {
  const names = Object.keys(sources).map(nameOf);
  expect(new Set(names)).toEqual(new Set(Object.keys(dataSources)));
});

describe.each(Object.entries(sources))("%s", (title, { args, answers, resource = "other" as const }) => {
  const call = (exported as unknown as Record<string, (args: object) => Promise<unknown>>)[nameOf(title)]!;

  it("returns a result for valid arguments and answers", async () => {
    const platform = await platformOfEnvironment();
    for (const answer of answers.filter((each) => each !== graphQlErrors)) {
      platform.begin(inTurn([json(200, answer)]));
      const result = await call(args);
      expectPlain(result);
      expect(result).not.toEqual([]);
    }
  });

  it("returns a result or an ordinary error for any answer", async () => {
    const platform = await platformOfEnvironment();
    await fc.assert(
      fc.asyncProperty(fc.array(anyAnswerLike(answers), { minLength: 1, maxLength: 3 }), async (turns) => {
        platform.begin(inTurn(turns));
        await expectResult(call(args));
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
        await expectResult(call(given));
        expectOwnPaths(platform.requests(), resource);
      }),
      tries(150),
    );
  });
});
