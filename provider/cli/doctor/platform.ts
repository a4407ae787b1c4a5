import * as z from "zod";
import { Client, type ProbeRequest, type ProbeResult } from "../../api/transport/client";
import { AuthenticationError, NotFoundAnswerError, PermissionError } from "../../api/failures/errors";
import { definePage } from "../../api/calls/pages";
import { formatDialectCommand } from "../../api/calls/dialect";
import { formatPath } from "../../api/calls/path";
import { connect } from "../../api/connection";
import type { Config } from "../../config/config";
import { findForeignWords } from "../../model/origin-group-answer";
import type { Finding } from "./finding";

/** Bounds each call, so that the command ends soon whatever is wrong. */
const timeoutSeconds = 10;

/** A smaller difference of the clocks is harmless. */
const toleratedSkewMs = 60_000;

type ForeignWords = ReturnType<typeof findForeignWords>;

const addressAdvice = "Check edgecloud:baseUrl and any proxy or load balancer in between";

const anyList = z.array(z.unknown());

const anyPage = definePage(anyList);

const functionOfProbe = z.looseObject({ name: z.literal("doctor") });

const anyGraphqlAnswer = z
  .looseObject({})
  .refine((body) => "data" in body || "errors" in body, { error: "neither data nor errors" });

interface Probe extends ProbeRequest {
  check: string;
  /** Whether there is usually no such object, so that a 404 is as good as an answer if another list is there. */
  expectsNotFound?: boolean;
}

/** Whether the key is accepted, what each product answers, and how the clocks differ. Nothing is changed. */
export async function probePlatform(config: Config): Promise<Finding[]> {
  const client = new Client(config);
  const seconds = Math.min(config.requestTimeoutSeconds, timeoutSeconds);
  const [first, ...others] = createProbes(config);
  const answer = await client.probe(first, seconds);
  if (answer.status === undefined) {
    return [
      {
        check: "platform",
        level: "problem",
        message: String(answer.error?.message),
        advice: "Check edgecloud:baseUrl, the proxy and the network",
      },
    ];
  }
  const answers = await Promise.all(others.map((probe) => client.probe(probe, seconds)));
  const isCloudThere = others.some((probe, index) => probe.answer === anyPage && answers[index]?.error === undefined);
  return [
    checkKey(answer),
    checkAnswer(first, answer, isCloudThere),
    ...others.map((probe, index) => checkAnswer(probe, answers[index] ?? {}, isCloudThere)),
    ...noteMissingScope(config),
    ...(answer.error ? [] : await checkDialect(config)),
    ...checkClock(answer),
  ];
}

/** Compares the words of the account's first groups with those of the configuration. */
async function checkDialect(config: Config): Promise<Finding[]> {
  const { originGroups, dialect } = connect({ ...config, maxRetries: 0 });
  const groups = await originGroups.list({}, () => false).catch(() => []);
  const words = Object.assign({}, ...groups.map((group) => findForeignWords(group, dialect))) as ForeignWords;
  const named = Object.entries(words).map(([neutral, word]) => `"${word}", probably for "${neutral}"`);
  return named.length === 0
    ? []
    : [
        {
          check: "dialect",
          level: "problem",
          message: `the origin groups of this platform have ${named.join(", and ")}`,
          advice: `If so, set its words: ${formatDialectCommand(dialect, words)}`,
        },
      ];
}

function createProbes({ projectId, regionId }: Config): [Probe, ...Probe[]] {
  const now = new Date();
  const yesterday = new Date(now.getTime() - 24 * 3600 * 1000);
  const scope = projectId !== undefined && regionId !== undefined ? { projectId, regionId } : undefined;
  return [
    {
      check: "origin groups",
      method: "GET",
      path: "/cdn/origin_groups",
      query: { limit: 1 },
      answer: anyPage,
    },
    ...(scope ? createCloudProbes(scope) : []),
    {
      check: "statistics",
      method: "GET",
      path: "/streaming/statistics/vod/transcoding_duration",
      query: { from: yesterday.toISOString(), to: now.toISOString() },
      answer: anyList,
    },
    {
      check: "analytics",
      method: "POST",
      reads: true,
      path: "/cdn/advanced/v2/query",
      body: { query: "{ __typename }" },
      answer: anyGraphqlAnswer,
    },
  ];
}

function createCloudProbes({ projectId, regionId }: { projectId: number; regionId: number }): Probe[] {
  const cloud = { method: "GET", query: { limit: 1 }, answer: anyPage } as const;
  const functions = formatPath`/cloud/v1/faas/namespaces/${projectId}/${regionId}/doctor/functions/doctor`;
  return [
    { check: "images", ...cloud, path: formatPath`/cloud/v1/images/${projectId}/${regionId}` },
    { check: "snapshots", ...cloud, path: formatPath`/cloud/v1/snapshots/${projectId}/${regionId}` },
    // Functions are listed by namespace only, and doctor knows none.
    {
      check: "functions",
      method: "GET",
      path: functions,
      answer: functionOfProbe,
      expectsNotFound: true,
    },
  ];
}

function noteMissingScope({ projectId, regionId }: Config): Finding[] {
  const isMissing = projectId === undefined || regionId === undefined;
  const message =
    "images, snapshots and functions were not checked: edgecloud:projectId or edgecloud:regionId is not set";
  return isMissing ? [{ check: "cloud", level: "note", message }] : [];
}

function checkKey({ status, error }: ProbeResult): Finding {
  const check = "key";
  if (error instanceof AuthenticationError) {
    const advice =
      "Create a new key on the platform, and set it where the old one comes from: `pulumi config set --secret edgecloud:apiKey <key>` or EDGECLOUD_API_KEY";
    return { check, level: "problem", message: error.message, advice };
  }
  return error === undefined || error instanceof PermissionError
    ? { check, level: "ok", message: "accepted" }
    : {
        check,
        level: "warning",
        message: `unknown: the answer, with status ${status}, does not show it`,
        advice: "See the finding about origin groups",
      };
}

function checkAnswer(
  { check, expectsNotFound }: Probe,
  { status, error }: ProbeResult,
  isCloudThere: boolean,
): Finding {
  if (error === undefined) {
    return { check, level: "ok", message: String(status) };
  }
  if (expectsNotFound && isCloudThere && error instanceof NotFoundAnswerError) {
    return { check, level: "ok", message: `${status} for a function that does not exist, as expected` };
  }
  const { message } = error;
  if (error instanceof PermissionError) {
    const advice = "Ask for the permission, or for the feature in the plan, if you use this";
    return { check, level: "warning", message, advice };
  }
  const advice = error instanceof AuthenticationError ? "Replace the key" : addressAdvice;
  return { check, level: "problem", message, advice };
}

function checkClock({ clockAheadMs }: ProbeResult): Finding[] {
  const check = "clock";
  if (clockAheadMs === undefined) {
    return [{ check, level: "note", message: "not compared: the answer has no date" }];
  }
  const seconds = Math.round(Math.abs(clockAheadMs) / 1000);
  if (Math.abs(clockAheadMs) <= toleratedSkewMs) {
    return [{ check, level: "ok", message: "within a minute of the platform's" }];
  }
  const direction = clockAheadMs > 0 ? "behind" : "ahead of";
  const message = `this machine's clock is ${seconds} s ${direction} the platform's`;
  return [
    {
      check,
      level: "warning",
      message,
      advice: "Synchronize the clock with NTP; certificates and time ranges depend on it",
    },
  ];
}
