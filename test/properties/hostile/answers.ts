import fc from "fast-check";
import type { JsonObject } from "../../../provider/values/json";
import { answer, optionalAnswer } from "../../unit/cloud-function/functions";
import { json, type Answer } from "./platform";
import type { Resource } from "./providers";
import { anyJson, anyText, mutated } from "./values";

const snapshotId = "00000000-0000-4000-8000-000000000001";

/** The answers of the platform without faults. */
export const goodAnswers: Record<Resource, JsonObject> = {
  OriginGroup: {
    id: 1004,
    name: "assets",
    use_next: true,
    proxy_next_upstream: ["error", "timeout"],
    sources: [
      { source: "origin.example.com", backup: false, enabled: true, host_header_override: null },
      {
        origin_type: "s3",
        config: {
          ...{ s3_type: "other", s3_bucket_name: "media", s3_storage_hostname: "storage.example.com", s3_region: null },
          ...{ s3_access_key_id: "SECRET_VALUE", s3_secret_access_key: "SECRET_VALUE" },
        },
      },
      { origin_type: "edgeapp", config: { app_id: "7" }, backup: true },
    ],
    path: "",
    auth_type: "none",
    has_related_resources: false,
  },
  SnapshotAttributes: {
    ...{ id: snapshotId, name: "nightly", status: "available", task_id: null, description: "", size: 10 },
    tags: [
      { key: "team", value: "web", read_only: false },
      { key: "fixed", value: "platform", read_only: true },
    ],
    ...{ project_id: 12, region_id: 7, region: "region-7", created_at: "2026-01-12T09:00:00+0000" },
  },
  CloudFunction: { ...answer({ ...optionalAnswer, disabled: false }) },
  FunctionNamespace: {
    ...{ name: "images", description: "Pictures.", envs: { MODE: "fast" }, status: "Active" },
    created_at: "2026-01-12T09:00:00+0000",
    functions: [{ name: "resize", status: "ACTIVE" }],
    functions_deploy_status: { ready: 1, total: 1 },
  },
};

const aboutTasks: JsonObject[] = [
  { tasks: ["9f1c6b0e-5d3a-4f7e-8a2b-1c0d9e8f7a6b"] },
  { id: "9f1c6b0e-5d3a-4f7e-8a2b-1c0d9e8f7a6b", state: "RUNNING", error: null, created_resources: null },
  { state: "ERROR", error: "no capacity" },
  { state: "FINISHED" },
  { exception_class: "ConflictError", message: "already exists", invalid_fields: { name: ["exists"] } },
];

/** Answers of other kinds that belong to the resource. */
const otherAnswers: Record<Resource, JsonObject[]> = {
  OriginGroup: [
    { count: 1, next: null, previous: null, results: [goodAnswers.OriginGroup] },
    { errors: { name: ["Origin Group name should be unique."], sources: { media: { config: ["s3_region: no"] } } } },
  ],
  SnapshotAttributes: [{ exception_class: "NotFoundError", message: "no such snapshot", request_id: "7f3a" }],
  CloudFunction: aboutTasks,
  FunctionNamespace: aboutTasks,
};

/** Without 429, which is retried as long as it lasts: `gate.test.ts` covers that. */
const status = fc.oneof(
  fc.constantFrom(200, 200, 200, 201, 204, 304, 400, 401, 403, 404, 409, 422, 500, 503),
  fc.integer({ min: 200, max: 599 }).filter((code) => code !== 429),
);

const type = fc.constantFrom("application/json", "text/html", "text/plain; charset=utf-16", "\u00e9", "");

/** Any answer to a call of a resource. */
export function anyAnswer(resource: Resource): fc.Arbitrary<Answer> {
  return anyAnswerLike([goodAnswers[resource], ...otherAnswers[resource]]);
}

/** Any answer: a known one, a known one with a few changes, any JSON, or a text that is not JSON. */
export function anyAnswerLike(known: readonly object[]): fc.Arbitrary<Answer> {
  const names = [...new Set(known.flatMap(Object.keys))];
  const value = fc.oneof(
    { arbitrary: fc.constantFrom(...known), weight: 3 },
    { arbitrary: fc.constantFrom(...known).chain(mutated), weight: 4 },
    { arbitrary: anyJson(names), weight: 2 },
  );
  const written = value.map((it) => JSON.stringify(it));
  const body = fc.oneof({ arbitrary: written, weight: 9 }, { arbitrary: anyText, weight: 1 });
  return fc.record({ status, body, type: fc.oneof({ arbitrary: fc.constant("application/json"), weight: 8 }, type) });
}

/** Gives these answers to any requests, one after the other, and then from the beginning. */
export function inTurn(answers: readonly Answer[]): () => Answer {
  let turn = 0;
  return () => answers[turn++ % answers.length] ?? json(404, {});
}
