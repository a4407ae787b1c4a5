import type { z } from "zod";
import { imageAnswer } from "../../../provider/api/calls/images";
import { snapshotAnswer } from "../../../provider/api/calls/snapshots";
import { transcodingDurationAnswer } from "../../../provider/api/calls/statistics";
import { streamAnswer } from "../../../provider/api/calls/streams";
import { camelCase } from "../../../provider/api/calls/naming";
import { getImage } from "../../../provider/data/image/function";
import { getLiveStream } from "../../../provider/data/live-stream/function";
import { secretStreamFields } from "../../../provider/data/live-stream/result";
import { contract, streamTable } from "./contract-tables";
import { answeredImage } from "./images";
import { platformThatAnswers } from "./platform";
import { answeredSnapshot } from "./snapshots";
import { answeredStream, secrets } from "./streams";

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
