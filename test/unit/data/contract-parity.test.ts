import type { z } from "zod";
import type { Output } from "@pulumi/pulumi";
import {
  imageAnswer,
  streamAnswer,
  transcodingDurationAnswer,
  type ImageAnswer,
  type StreamAnswer,
} from "../../../provider/api/calls/lookups";
import { snapshotAnswer } from "../../../provider/api/calls/snapshots";
import { camelCase, type Camelized } from "../../../provider/api/calls/naming";
import { getImage, getLiveStream, type LiveStreamOutput, type GetFunctionOutputResult } from "../../../provider/index";
import type { HtmlOverlay, LiveStream } from "../../../provider/data/live-stream/functions";
import { secretStreamFields } from "../../../provider/data/stream-urls";
import { contract, streamTable } from "./contract-tables";
import { answeredImage } from "./images";
import { platformThatAnswers } from "./platform";
import { answeredSnapshot } from "./snapshots";
import { answeredStream, secrets } from "./streams";
import type { GetFunctionResult } from "../../../provider/data/cloud-function/functions";
import type { Image, ImageTag } from "../../../provider/data/image/functions";
import type { GetOriginGroupResult } from "../../../provider/data/origin-group/functions";
import type { Snapshot } from "../../../provider/data/snapshot/functions";
import type { TranscodingDurationRecord } from "../../../provider/data/statistics/functions";
import type { SnapshotStatus } from "../../../provider/model/snapshot";
import type { CloudFunction } from "../../../provider/resources/cloud-function/resource";
import type { GetFunctionNamespaceResult } from "../../../provider/data/function-namespace/functions";
import type { FunctionNamespace } from "../../../provider/resources/function-namespace/resource";
import type { OriginGroup } from "../../../provider/resources/origin-group/resource";
import { expectTypes } from "../../same-types";

/** A value of the wrong kind for each kind of the table. */
function wrong(kind: string): unknown {
  return kind.startsWith("B") ? "yes" : kind.startsWith("S") || kind.includes("|") ? { not: "a text" } : "7 or so";
}

const tables: [string, z.ZodObject, object, Record<string, string>][] = [
  ["image", imageAnswer, answeredImage(), contract.image],
  ["tag", imageAnswer.shape.tags_v2.element, { key: "k", value: "v", read_only: true }, contract.tag],
  ["snapshot", snapshotAnswer, answeredSnapshot(), contract.snapshot],
  ["stream", streamAnswer, answeredStream, streamTable],
  ["overlay", overlayAnswer(), answeredStream.html_overlays[0]!, contract.overlay],
  ["record", transcodingDurationAnswer, { client: 1, metrics: { vod: [[0, 1]] } }, contract.record],
];

function overlayAnswer(): z.ZodObject {
  const overlays = streamAnswer.shape.html_overlays as unknown as { in: z.ZodOptional<z.ZodNullable<z.ZodArray>> };
  return overlays.in.unwrap().unwrap().element as z.ZodObject;
}

describe.each(tables)("the schema of %s", (_, schema, answer, table) => {
  it("has the contract's fields", () => expect(Object.keys(schema.shape).sort()).toEqual(Object.keys(table).sort()));

  it.each(Object.entries(table))("%s: %s", (field, kind) => {
    expect(schema.safeParse(answer).success).toBe(true);
    const accepts = (value: unknown) => schema.safeParse({ ...answer, [field]: value }).success;
    expect(accepts(null)).toBe(kind.endsWith("?") || kind === "any");
    expect(accepts(undefined)).toBe(kind.endsWith("?") || kind === "any");
    expect(accepts(wrong(kind))).toBe(kind === "any");
    if (kind.startsWith("I")) {
      expect([accepts(0), accepts(2 ** 40), accepts(1.5)]).toEqual([true, true, false]);
    }
    for (const word of kind.includes("|") ? [...kind.replace("?", "").split("|"), "one of a later version"] : []) {
      expect(accepts(word)).toBe(true);
    }
  });
});

describe("a result", () => {
  it("has every field of an image under its name", async () => {
    await platformThatAnswers(200, { ...answeredImage(), later: 1 });
    const image = await getImage({ imageId: "image-1" });
    expect(image).toEqual({
      ...Object.fromEntries(Object.entries(answeredImage()).map(([name, value]) => [camelCase(name), value])),
      tagsV2: [{ key: "team", value: "web", readOnly: false }],
    });
  });

  it("has every field of a stream under its name", async () => {
    await platformThatAnswers(200, answeredStream);
    const result = await getLiveStream({ streamId: 7 });
    const { html_overlays, ...flat } = answeredStream;
    expect(html_overlays).toHaveLength(1);
    expect(result).toMatchObject(
      Object.fromEntries(Object.entries(flat).map(([name, value]) => [camelCase(name), value])),
    );
    expect(Object.keys(result).sort()).toEqual([...Object.keys(streamTable).map(camelCase), "extra"].sort());
  });

  it("the secret fields are those of the platform facts, and unknown fields", () => {
    expect([...secretStreamFields].sort()).toEqual([...Object.keys(secrets).map(camelCase), "extra"].sort());
  });
});

interface Kinds {
  S: string;
  I: number;
  N: number;
  B: boolean;
  "S or I": string | number;
  any: unknown;
  texts: string[];
  integers: number[];
  tags: ImageTag[];
  overlays: HtmlOverlay[];
  pairs: { vod: [number, number][] };
}

type TypeOf<Kind> = Kind extends `${infer Plain}?` ? PlainType<Plain> | null : PlainType<Kind>;
type PlainType<Kind> = Kind extends keyof Kinds ? Kinds[Kind] : Words<Kind> | (string & Record<never, never>);
type Words<Kind> = Kind extends `${infer Head}|${infer Tail}` ? Head | Words<Tail> : Kind;
type Fields<Table> = Camelized<{ -readonly [Name in keyof Table & string]: TypeOf<Table[Name]> }>;
type Flat<T> = { [Name in keyof T]: T[Name] };
type Same<A, B> = (<T>() => T extends Flat<A> ? 1 : 2) extends <T>() => T extends Flat<B> ? 1 : 2 ? true : false;
type Unwrapped<T> = T extends Output<infer Value> ? Value : never;
type Contract = typeof contract;

/** Types of results, tables of the contract and schemas are the same, field by field. */
interface TypesMatch {
  image: Same<Image, Fields<Contract["image"]>>;
  imageSchema: Same<Omit<Camelized<ImageAnswer>, "tagsV2">, Omit<Image, "tagsV2">>;
  tag: Same<ImageTag, Fields<Contract["tag"]>>;
  tagSchema: Same<Camelized<ImageAnswer["tags_v2"][number]>, ImageTag>;
  snapshot: Same<Snapshot, Fields<Contract["snapshot"]>>;
  snapshotStatus: Same<Record<SnapshotStatus, 0>, Record<Words<Contract["snapshot"]["status"]>, 0>>;
  group: Same<Record<keyof GetOriginGroupResult, 0>, Record<keyof OriginGroup & keyof GetOriginGroupResult, 0>>;
  sources: Same<{ is: GetOriginGroupResult["sources"] }, { is: Unwrapped<OriginGroup["sources"]> }>;
  function: Same<Record<keyof GetFunctionResult, 0>, Record<keyof CloudFunction & keyof GetFunctionResult, 0>>;
  functionOutput: Same<Record<keyof GetFunctionOutputResult, 0>, Record<keyof GetFunctionResult, 0>>;
  namespace: Same<
    Record<keyof GetFunctionNamespaceResult, 0>,
    Record<(keyof FunctionNamespace & keyof GetFunctionNamespaceResult) | "functionNames" | "functionsDeployStatus", 0>
  >;
  code: Same<{ is: Output<GetFunctionOutputResult>["code"] }, { is: Output<string | null> }>;
  stream: Same<Omit<LiveStream, "extra">, Fields<typeof streamTable>>;
  streamSchema: Same<
    Pick<Camelized<StreamAnswer>, Exclude<keyof LiveStream, "extra" | "htmlOverlays">>,
    Omit<LiveStream, "extra" | "htmlOverlays">
  >;
  streamOutput: Same<Record<keyof LiveStreamOutput, 0>, Record<keyof LiveStream, 0>>;
  pushUrl: Same<Output<LiveStreamOutput>["pushUrl"], Output<string | null>>;
  hlsCmafUrl: Same<Output<LiveStreamOutput>["hlsCmafUrl"], Output<string | null>>;
  overlay: Same<HtmlOverlay, Fields<Contract["overlay"]>>;
  overlaySchema: Same<Camelized<NonNullable<StreamAnswer["html_overlays"]>[number]>, HtmlOverlay>;
  record: Same<TranscodingDurationRecord, Fields<Contract["record"]>>;
  recordSchema: Same<z.infer<typeof transcodingDurationAnswer>, TranscodingDurationRecord>;
}

test("the types of results have the contract's fields", () => {
  expectTypes<TypesMatch>();
});
