import { neutralWords } from "../../../provider/config/dialect";
import type { OriginGroupAnswer } from "../../../provider/api/calls/origin-groups";
import { NotFoundError } from "../../../provider/api/failures/errors";
import { checkOriginGroup } from "../../../provider/resources/origin-group/check";
import { Unknown } from "../../../provider/core/tree";
import {
  explainNameTaken,
  planGroup,
  type Observed,
  type Request,
} from "../../../provider/resources/origin-group/apply";
import { bucket, group, host } from "./groups";
import type { Progress } from "../../../provider/core/job";

type Past = Progress<Observed, Request>;

/** The client repeats only idempotent requests. */
const createRequest: Request = { kind: "create" };
const updateRequest: Request = { kind: "update", isRepeated: true };
const deleteRequest: Request = { kind: "delete", isRepeated: true };

const absent = new NotFoundError({ message: "there is none" });
const inputs = checkOriginGroup(group({ sources: [host("a.example.com"), bucket()] })).inputs;

/** The group as the platform shows it after it was made of the inputs. */
const ours: OriginGroupAnswer = {
  id: 7,
  name: "assets",
  use_next: false,
  auth_type: "none",
  proxy_next_upstream: ["error", "timeout"],
  has_related_resources: false,
  sources: [
    { source: "a.example.com", backup: false, enabled: true },
    {
      origin_type: "s3",
      backup: false,
      enabled: true,
      config: {
        s3_type: "other",
        s3_bucket_name: "media",
        s3_storage_hostname: "storage.example.com",
        s3_access_key_id: "SECRET_VALUE",
        s3_secret_access_key: "SECRET_VALUE",
      },
    },
  ],
};
const theirs = { ...ours, use_next: true };
const inUse = { ...ours, has_related_resources: true };

const past: Past = { lostAnswers: 0 };
const lost: Past = { lostAnswers: 1, operation: { kind: "create", unconfirmed: true } };
const marked: Past = { lostAnswers: 0, operation: { kind: "update", unconfirmed: true } };
const accepted = (request: Request): Past => ({
  lostAnswers: 0,
  accepted: request,
  operation: { kind: request.kind, tasks: [] },
});

const plan = (target: Parameters<typeof planGroup>[0], actual: OriginGroupAnswer | undefined, progress: Past) =>
  planGroup(target, neutralWords, { actual }, progress);

const send = (request: Request) => ({ do: "send", request });
const done = { do: "done" };
const taken = { do: "fail", isFinal: true, error: { name: "ConflictError" } };

it.each<[string, OriginGroupAnswer | undefined, Past, object]>([
  ["does not exist: create", undefined, past, send(createRequest)],
  ["does not exist after a lost answer: create", undefined, lost, send(createRequest)],
  ["has its name taken: fail", theirs, past, taken],
  ["has its name taken by a group with the same content: fail", ours, past, taken],
  ["is what was sent, after a lost answer: done", ours, lost, done],
  ["is another one, after a lost answer: fail", theirs, lost, taken],
  ["is what was sent, after a lost answer, but in use and therefore older: fail", inUse, lost, taken],
  ["the platform has accepted: done", ours, accepted(createRequest), done],
])("a new group that %s", (_, found, progress, step) => {
  expect(plan({ group: inputs }, found, progress)).toMatchObject(step);
});

it.each<[string, OriginGroupAnswer | undefined, Past, object]>([
  ["is as declared, as far as it is visible: update", ours, past, send(updateRequest)],
  ["differs: update", theirs, past, send(updateRequest)],
  ["is in use: update", inUse, past, send(updateRequest)],
  ["has a last change with an unknown outcome: update", ours, marked, send(updateRequest)],
  ["does not exist: fail", undefined, past, { do: "fail", isFinal: true, error: absent }],
  ["was just updated: done", theirs, accepted(updateRequest), done],
])("an existing group that %s", (_, found, progress, step) => {
  expect(plan({ group: inputs, whenAbsent: absent }, found, progress)).toMatchObject(step);
});

it.each<[string, OriginGroupAnswer | undefined, Past, object]>([
  ["exists: delete", ours, past, send(deleteRequest)],
  ["was lost: delete", ours, { lostAnswers: 1, operation: { kind: "delete", unconfirmed: true } }, send(deleteRequest)],
  ["does not exist: done", undefined, past, done],
  ["the platform has deleted: done", undefined, accepted(deleteRequest), done],
])("a group to be removed that %s", (_, found, progress, step) => {
  expect(plan({}, found, progress)).toEqual(step);
});

it.each([
  ["the same content", ours, " with the same content", "If an interrupted `pulumi up` created it"],
  ["the same content, but in use", inUse, "", "If it should manage"],
  ["other content", theirs, "", "If it should manage"],
])("the error for a taken name has the ID of the group and advice: %s", (_, holder, how, first) => {
  const { error } = plan({ group: inputs }, holder, past) as { error: Error };
  const [problem, way] = error.message.split("\n");
  expect(problem).toBe(`name: the account already has an origin group "assets" (ID 7)${how}. What to do:`);
  expect(way).toContain(`- ${first}`);
  expect(way).toContain("set originGroupId: 7");
});

it("a preview recognizes the same content before it knows the credentials", () => {
  const later = bucket({ s3AccessKeyId: new Unknown(), s3SecretAccessKey: new Unknown() });
  const { inputs } = checkOriginGroup(group({ sources: [host("a.example.com"), later] }));
  const { message } = explainNameTaken(inputs, neutralWords, ours);
  expect(message).toMatch(/with the same content\. What to do:\n- If an interrupted/);
});

it.each([new Unknown(), [new Unknown()]])("a preview finds a taken name before it knows all sources: %o", (sources) => {
  const later = checkOriginGroup(group({ sources })).inputs;
  const { message } = explainNameTaken(later, neutralWords, ours);
  expect(message).toMatch(/an origin group "assets" \(ID 7\)\. What to do:/);
});
