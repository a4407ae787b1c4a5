import * as z from "zod";
import { Client, type ApiRequest, type ProbeResult } from "../../api/transport/client";
import { AuthenticationError, NotFoundAnswerError, PermissionError } from "../../api/failures/errors";
import { buildFunctionsPath } from "../../api/calls/functions";
import { definePage } from "../../api/calls/pages";
import { formatDialectCommand } from "../../config/dialect";
import { formatPath } from "../../api/calls/path";
import { connect } from "../../api/connection";
import type { Config } from "../../config/config";
import { findForeignWords } from "../../model/origin-group-answer";
import { report, type Finding } from "./finding";

/** Bounds each call, so that the command ends soon whatever is wrong. */
const timeoutSeconds = 10;

/** A smaller difference of the clocks is harmless. */
const toleratedSkewMs = 60_000;

type ForeignWords = ReturnType<typeof findForeignWords>;

const addressAdvice = "Check edgecloud:baseUrl and any proxy or load balancer in between";

const anyList = z.array(z.unknown());

const anyPage = definePage(anyList);

const onePage = { method: "GET", query: { limit: 1 }, answer: anyPage } as const;

const functionOfProbe = z.looseObject({ name: z.literal("doctor") });

const anyGraphqlAnswer = z
  .looseObject({})
  .refine((body) => "data" in body || "errors" in body, { error: "neither data nor errors" });

const analytics = {
  check: "analytics",
  method: "POST",
  reads: true,
  path: "/cdn/advanced/v2/query",
  body: { query: "{ __typename }" },
  answer: anyGraphqlAnswer,
} as const;

const unscoped =
  "images, snapshots and functions were not checked: edgecloud:projectId or edgecloud:regionId is not set";

interface Probe extends ApiRequest<unknown> {
  check: string;
  /** Whether there is usually no such object, so that a 404 is as good as an answer if another list is there. */
  expectsNotFound?: boolean;
}

/** Whether the key is accepted, what each product answers, and how the clocks differ. Nothing is changed. */
export async function probePlatform(config: Config): Promise<Finding[]> {
  const client = new Client(config);
  const seconds = Math.min(config.requestTimeoutSeconds, timeoutSeconds);
  const groups: Probe = { check: "origin groups", ...onePage, path: "/cdn/origin_groups" };
  const answer = await client.probe(groups, seconds);
  if (answer.status === undefined) {
    return [
      report(
        "problem",
        "platform",
        String(answer.error?.message),
        "Check edgecloud:baseUrl, the proxy and the network",
      ),
    ];
  }
  const now = Date.now();
  const query = { from: new Date(now - 24 * 3600 * 1000).toISOString(), to: new Date(now).toISOString() };
  const path = "/streaming/statistics/vod/transcoding_duration";
  const cloud = createCloudProbes(config);
  const others = [...cloud, { check: "statistics", method: "GET", path, query, answer: anyList } as const, analytics];
  const answers = await Promise.all(others.map((probe) => client.probe(probe, seconds)));
  const isCloudThere = others.some((probe, index) => probe.answer === anyPage && answers[index]?.error === undefined);
  return [
    checkKey(answer),
    checkAnswer(groups, answer, isCloudThere),
    ...others.map((probe, index) => checkAnswer(probe, answers[index] ?? {}, isCloudThere)),
    ...(cloud.length > 0 ? [] : [report("note", "cloud", unscoped)]),
    ...(answer.error ? [] : await checkDialect(config)),
    checkClock(answer),
  ];
}

/** Compares the words of the account's first groups with those of the configuration. */
async function checkDialect(config: Config): Promise<Finding[]> {
  const { originGroups, dialect } = connect({ ...config, maxRetries: 0 });
  const groups = await originGroups.list({}, () => false).catch(() => []);
  const words = Object.assign({}, ...groups.map((group) => findForeignWords(group, dialect))) as ForeignWords;
  const named = Object.entries(words).map(([neutral, word]) => `"${word}", probably for "${neutral}"`);
  if (named.length === 0) {
    return [];
  }
  const message = `the origin groups of this platform have ${named.join(", and ")}`;
  return [report("problem", "dialect", message, `If so, set its words: ${formatDialectCommand(dialect, words)}`)];
}

function createCloudProbes({ projectId, regionId }: Config): Probe[] {
  if (projectId === undefined || regionId === undefined) {
    return [];
  }
  // Functions are listed by namespace only, and doctor knows none.
  const noFunction = `${buildFunctionsPath({ projectId, regionId, namespace: "doctor" })}/doctor`;
  return [
    { check: "images", ...onePage, path: formatPath`/cloud/v1/images/${projectId}/${regionId}` },
    { check: "snapshots", ...onePage, path: formatPath`/cloud/v1/snapshots/${projectId}/${regionId}` },
    { check: "functions", method: "GET", path: noFunction, answer: functionOfProbe, expectsNotFound: true },
  ];
}

function checkKey({ status, error }: ProbeResult): Finding {
  if (error instanceof AuthenticationError) {
    const advice =
      "Create a new key on the platform, and set it where the old one comes from: `pulumi config set --secret edgecloud:apiKey <key>` or EDGECLOUD_API_KEY";
    return report("problem", "key", error.message, advice);
  }
  const unknown = `unknown: the answer, with status ${status}, does not show it`;
  return error === undefined || error instanceof PermissionError
    ? report("ok", "key", "accepted")
    : report("warning", "key", unknown, "See the finding about origin groups");
}

function checkAnswer(
  { check, expectsNotFound }: Probe,
  { status, error }: ProbeResult,
  isCloudThere: boolean,
): Finding {
  if (error === undefined) {
    return report("ok", check, String(status));
  }
  if (expectsNotFound && isCloudThere && error instanceof NotFoundAnswerError) {
    return report("ok", check, `${status} for a function that does not exist, as expected`);
  }
  return error instanceof PermissionError
    ? report("warning", check, error.message, "Ask for the permission, or for the feature in the plan, if you use this")
    : report("problem", check, error.message, error instanceof AuthenticationError ? "Replace the key" : addressAdvice);
}

function checkClock({ clockAheadMs }: ProbeResult): Finding {
  const check = "clock";
  if (clockAheadMs === undefined) {
    return report("note", check, "not compared: the answer has no date");
  }
  if (Math.abs(clockAheadMs) <= toleratedSkewMs) {
    return report("ok", check, "within a minute of the platform's");
  }
  const seconds = Math.round(Math.abs(clockAheadMs) / 1000);
  const direction = clockAheadMs > 0 ? "behind" : "ahead of";
  const message = `this machine's clock is ${seconds} s ${direction} the platform's`;
  return report("warning", check, message, "Synchronize the clock with NTP; certificates and time ranges depend on it");
}
