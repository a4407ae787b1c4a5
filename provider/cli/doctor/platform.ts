import * as z from "zod";
import { Client, type ApiRequest } from "../../api/transport/client";
import { withDeadline } from "../../api/transport/deadline";
import { AuthenticationError, PermissionError, UnexpectedAnswerError, type ApiError } from "../../api/failures/errors";
import { definePage } from "../../api/calls/pages";
import { formatDialectCommand } from "../../config/dialect";
import { formatPath } from "../../api/calls/path";
import { connect } from "../../api/connection";
import type { Config } from "../../config/config";
import { findForeignWords } from "../../model/origin-group-fields";
import { report, type Finding } from "./finding";

/** Bounds each call, so that the command ends soon whatever is wrong. */
const timeoutSeconds = 10;

const addressAdvice = "Check edgecloud:baseUrl and any proxy, network or load balancer in between";

const anyList = z.array(z.unknown());

const anyGraphqlAnswer = z
  .looseObject({})
  .refine((body) => "data" in body || "errors" in body, { error: "neither data nor errors" });

interface Probe extends ApiRequest<unknown> {
  check: string;
}

/** Whether the key is refused, and what each product answers. Nothing is changed. */
export async function probePlatform(config: Config): Promise<Finding[]> {
  const client = new Client({ ...config, maxRetries: 0 });
  const ask = (probe: Probe): Promise<ApiError | undefined> =>
    withDeadline(timeoutSeconds, () => client.request(probe), "a check may take")
      .then(() => undefined)
      .catch((error: ApiError) => error);
  const groups = createListProbe("origin groups", "/cdn/origin_groups");
  const failure = await ask(groups);
  if (failure && failure.status === undefined && !(failure instanceof UnexpectedAnswerError)) {
    return [report("problem", "platform", failure.message, addressAdvice)];
  }
  if (failure instanceof AuthenticationError) {
    const advice =
      "Create a new key on the platform, and set it where the old one comes from: `pulumi config set --secret " +
      "edgecloud:apiKey <key>` or EDGECLOUD_API_KEY";
    return [report("problem", "key", failure.message, advice)];
  }
  const others = createProbes(config);
  const failures = await Promise.all(others.map(ask));
  return [
    checkAnswer(groups, failure),
    ...others.map((probe, index) => checkAnswer(probe, failures[index])),
    ...(failure ? [] : await checkDialect(config)),
  ];
}

function createListProbe(check: string, path: string): Probe {
  return { check, method: "GET", path, query: { limit: 1 }, answer: definePage(anyList) };
}

/** A call of each product but the CDN's groups. */
function createProbes({ projectId, regionId }: Config): Probe[] {
  const now = Date.now();
  const query = { from: new Date(now - 24 * 3600 * 1000).toISOString(), to: new Date(now).toISOString() };
  const statistics = { method: "GET", path: "/streaming/statistics/vod/transcoding_duration", query } as const;
  const analytics = { method: "POST", reads: true, path: "/cdn/advanced/v2/query" } as const;
  const probes = [
    { check: "statistics", ...statistics, answer: anyList },
    { check: "analytics", ...analytics, body: { query: "{ __typename }" }, answer: anyGraphqlAnswer },
  ];
  if (projectId === undefined || regionId === undefined) {
    return probes;
  }
  return [
    createListProbe("images", formatPath`/cloud/v1/images/${projectId}/${regionId}`),
    createListProbe("snapshots", formatPath`/cloud/v1/snapshots/${projectId}/${regionId}`),
    createListProbe("functions", formatPath`/cloud/v1/faas/namespaces/${projectId}/${regionId}`),
    ...probes,
  ];
}

/** Compares the words of the account's first groups with those of the configuration. */
async function checkDialect(config: Config): Promise<Finding[]> {
  const { originGroups, dialect } = connect({ ...config, maxRetries: 0 });
  const groups = await originGroups.list({}).catch(() => []);
  type ForeignWords = ReturnType<typeof findForeignWords>;
  const words = Object.assign({}, ...groups.map((group) => findForeignWords(group, dialect))) as ForeignWords;
  const named = Object.entries(words).map(([neutral, word]) => `"${word}", probably for "${neutral}"`);
  if (named.length === 0) {
    return [];
  }
  const message = `the origin groups of this platform have ${named.join(", and ")}`;
  return [report("problem", "dialect", message, `If so, set its words: ${formatDialectCommand(dialect, words)}`)];
}

function checkAnswer({ check }: Probe, error?: ApiError): Finding {
  if (error === undefined) {
    return report("ok", check, "answered");
  }
  return error instanceof PermissionError
    ? report("warning", check, error.message, "Ask for the permission, or for the feature in the plan, if you use this")
    : report("problem", check, error.message, addressAdvice);
}
