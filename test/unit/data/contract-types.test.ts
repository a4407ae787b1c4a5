import type { Output } from "@pulumi/pulumi";
import type { ImageAnswer } from "../../../provider/api/calls/images";
import type { TranscodingDurationAnswer } from "../../../provider/api/calls/statistics";
import type { StreamAnswer } from "../../../provider/api/calls/streams";
import type { Camelized } from "../../../provider/api/calls/naming";
import type { GetFunctionOutputResult } from "../../../provider/data/cloud-function/function";
import type { GetFunctionResult } from "../../../provider/data/cloud-function/result";
import type { Image, ImageTag } from "../../../provider/data/image/result";
import type { LiveStreamOutput } from "../../../provider/data/live-stream/function";
import type { HtmlOverlay, LiveStream } from "../../../provider/data/live-stream/result";
import type { GetOriginGroupResult } from "../../../provider/data/origin-group/result";
import type { Snapshot } from "../../../provider/data/snapshot/result";
import type { TranscodingDurationRecord } from "../../../provider/data/transcoding-duration/result";
import type { SnapshotStatus } from "../../../provider/model/snapshot";
import type { CloudFunction } from "../../../provider/resources/cloud-function/resource";
import type { OriginGroup } from "../../../provider/resources/origin-group/resource";
import type { contract, streamTable } from "./contract-tables";

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

/** Does not compile unless types of results, tables of the contract and schemas are the same, field by field. */
const typesMatch: {
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
  recordSchema: Same<TranscodingDurationAnswer, TranscodingDurationRecord>;
} = {
  image: true,
  imageSchema: true,
  tag: true,
  tagSchema: true,
  snapshot: true,
  snapshotStatus: true,
  group: true,
  sources: true,
  function: true,
  functionOutput: true,
  code: true,
  stream: true,
  streamSchema: true,
  streamOutput: true,
  pushUrl: true,
  hlsCmafUrl: true,
  overlay: true,
  overlaySchema: true,
  record: true,
  recordSchema: true,
};

test("the types of results have the contract's fields", () => {
  expect(Object.values(typesMatch)).not.toContain(false);
});
