import { FunctionsEndpoint } from "../../../provider/api/calls/functions";
import { ImagesEndpoint } from "../../../provider/api/calls/images";
import { OriginGroupsEndpoint } from "../../../provider/api/calls/origin-groups";
import { SnapshotsEndpoint } from "../../../provider/api/calls/snapshots";
import { StreamsEndpoint } from "../../../provider/api/calls/streams";
import { OutcomeUnknownError, UnexpectedAnswerError } from "../../../provider/api/failures/errors";
import type { Client } from "../../../provider/api/transport/client";
import { answeredImage } from "../data/images";
import { answeredStream } from "../data/streams";
import { clientOf, failure, json, serve } from "./server";

const [asked, other] = ["0d5c7b0e-93e5-4b5a-a2f1-5f3c1c2d7b10", "7d793037-a076-4868-aea6-2f3c1c2d7b10"];
const scope = { projectId: 12, regionId: 7 };
const ref = { ...scope, snapshotId: asked };
const sources = [{ source: "a.example.com" }];
const groupOf = (id: unknown, more: object = {}) => ({ id, name: "assets", sources, ...more });
const snapshotOf = (id: string) => ({ id, name: "backup", status: "available", tags: [] });

type Call = (client: Client) => Promise<unknown>;

const createGroup: Call = (client) => new OriginGroupsEndpoint(client).create({ name: "assets" });
const readGroup: Call = (client) => new OriginGroupsEndpoint(client).get("1001");
const replaceGroup: Call = (client) => new OriginGroupsEndpoint(client).replace("1001", {});
const readSnapshot: Call = (client) => new SnapshotsEndpoint(client).get(ref);
const patchSnapshot: Call = (client) => new SnapshotsEndpoint(client).patch(ref, {});
const readFunction: Call = (client) =>
  new FunctionsEndpoint(client).get({ ...scope, namespace: "images", name: "resize" });
const readImage: Call = (client) => new ImagesEndpoint(client).get(scope, "image-1", {});
const readStream: Call = (client) => new StreamsEndpoint(client).get(7);

/** A client of a platform that gives that answer to everything, as a bad cache does. */
async function answering(answer: object) {
  const { url } = await serve((_, response) => json(200, JSON.stringify(answer))(response));
  return clientOf(url);
}

const otherOf = (key: string, value: unknown) => `${key}: is ${JSON.stringify(String(value))}, not the requested one`;

it.each<[string, Call, object, typeof UnexpectedAnswerError, string]>([
  ["read of a group", readGroup, groupOf(4711), UnexpectedAnswerError, otherOf("id", 4711)],
  ["change of a group", replaceGroup, groupOf(4711), OutcomeUnknownError, otherOf("id", 4711)],
  [
    "creation of a group",
    createGroup,
    { ...groupOf(4711), name: "other" },
    OutcomeUnknownError,
    otherOf("name", "other"),
  ],
  ["read of a snapshot", readSnapshot, snapshotOf(other), UnexpectedAnswerError, otherOf("id", other)],
  ["change of a snapshot", patchSnapshot, snapshotOf(other), OutcomeUnknownError, otherOf("id", other)],
  ["read of a function", readFunction, { name: "crop", envs: {} }, UnexpectedAnswerError, otherOf("name", "crop")],
  [
    "read of an image",
    readImage,
    { ...answeredImage(), id: "image-2" },
    UnexpectedAnswerError,
    otherOf("id", "image-2"),
  ],
  ["read of a stream", readStream, { ...answeredStream, id: 8 }, UnexpectedAnswerError, otherOf("id", 8)],
])("a %s is refused that is answered with another one", async (_, call, answer, expected, reason) => {
  const error = await failure(call(await answering(answer)));
  expect(error).toBeInstanceOf(expected);
  expect(error.message).toContain(`cannot be understood: ${reason}`);
});

it.each<[string, object]>([
  ["no ID", groupOf(undefined)],
  ["the ID 0", groupOf(0)],
  ["a negative ID", groupOf(-1)],
  ["a part of an ID", groupOf(1.5)],
  ["neither sources nor auth", groupOf(1001, { sources: undefined })],
  ["no entry in sources", groupOf(1001, { sources: [] })],
  ["null for both", groupOf(1001, { sources: null, auth: null })],
])("an answer about a group is refused with %s", async (_, answer) => {
  expect(await failure(readGroup(await answering(answer)))).toBeInstanceOf(UnexpectedAnswerError);
  for (const change of [createGroup, replaceGroup]) {
    expect(await failure(change(await answering(answer)))).toBeInstanceOf(OutcomeUnknownError);
  }
});

it.each<[string, Call, object]>([
  ["a group", readGroup, groupOf(1001)],
  ["a new group whose name the platform writes in another way", createGroup, { ...groupOf(1001), name: "Assets " }],
  ["a snapshot whose UUID has capitals", readSnapshot, snapshotOf(asked.toUpperCase())],
])("%s with the requested ID is accepted", async (_, call, answer) => {
  expect(await call(await answering(answer))).toEqual(answer);
});
