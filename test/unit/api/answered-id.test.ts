import { OriginGroupsEndpoint } from "../../../provider/api/calls/origin-groups";
import { SnapshotsEndpoint } from "../../../provider/api/calls/snapshots";
import { OutcomeUnknownError, UnexpectedAnswerError } from "../../../provider/api/failures/errors";
import type { Client } from "../../../provider/api/transport/client";
import { clientOf, failure, json, serve } from "./server";

const [asked, other] = ["0d5c7b0e-93e5-4b5a-a2f1-5f3c1c2d7b10", "7d793037-a076-4868-aea6-2f3c1c2d7b10"];
const ref = { projectId: 12, regionId: 7, snapshotId: asked };
const groupOf = (id: number) => ({ id, name: "assets", sources: [] });
const snapshotOf = (id: string) => ({ id, name: "backup", status: "available", tags: [] });

type Call = (client: Client) => Promise<unknown>;

const readGroup: Call = (client) => new OriginGroupsEndpoint(client).get("1001");
const replaceGroup: Call = (client) => new OriginGroupsEndpoint(client).replace("1001", {});
const readSnapshot: Call = (client) => new SnapshotsEndpoint(client).get(ref);
const patchSnapshot: Call = (client) => new SnapshotsEndpoint(client).patch(ref, {});

/** A client of a platform that gives that answer to everything, as a bad cache does. */
async function answering(answer: object) {
  const { url } = await serve((_, response) => json(200, JSON.stringify(answer))(response));
  return clientOf(url);
}

it.each([
  ["read of a group", readGroup, groupOf(4711), UnexpectedAnswerError],
  ["change of a group", replaceGroup, groupOf(4711), OutcomeUnknownError],
  ["read of a snapshot", readSnapshot, snapshotOf(other), UnexpectedAnswerError],
  ["change of a snapshot", patchSnapshot, snapshotOf(other), OutcomeUnknownError],
])("a %s is refused that is answered with another one", async (_, call, answer, expected) => {
  const error = await failure(call(await answering(answer)));
  expect(error).toBeInstanceOf(expected);
  expect(error.message).toContain(`cannot be understood: id: is "${answer.id}", not the requested one`);
});

it.each([
  ["a group", readGroup, groupOf(1001)],
  ["a snapshot whose UUID has capitals", readSnapshot, snapshotOf(asked.toUpperCase())],
])("%s with the requested ID is accepted", async (_, call, answer) => {
  expect(await call(await answering(answer))).toEqual(answer);
});
