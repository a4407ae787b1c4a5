import { readErrorBody } from "../../../provider/api/failures/failure";
import { camelCase, snakeCase } from "../../../provider/api/calls/naming";
import { formatPath } from "../../../provider/api/calls/path";
import { findCredentials, redact } from "../../../provider/api/failures/redaction";
import { loadConfig } from "../../../provider/config/config";
import { pullAddresses, rtmpsUrl, withDurationSec } from "../../../provider/data/stream-urls";
import { compareInstants } from "../../../provider/values/instant";
import { formatPropertyPath, parseEnginePath } from "../../../provider/core/property-paths";
import { toPrintable, toPrintableLine, toEngineJson } from "../../../provider/core/engine-text";
import { formatKey, assignKeys, KeyedList } from "../../../provider/core/keyed-lists";
import { checkOriginGroup } from "../../../provider/resources/origin-group/check";
import { checkSnapshotAttributes } from "../../../provider/resources/snapshot-attributes/schema";
import { parseId as parseSnapshotId } from "../../../provider/resources/snapshot-attributes/handler";
import { toStruct } from "../../../provider/hosts/plugin/protocol";
import { expectFast, processorMs } from "../processor-time";
import { functionKind } from "../../../provider/resources/cloud-function/handler";

/**
 * Expects work on four times the input to take about four times as long; quadratic work takes sixteen times as long.
 * Short times are ignored.
 */
async function expectToKeepPace(work: (size: number) => () => unknown): Promise<void> {
  const [short, long] = [work(10_000), work(40_000)];
  const measure = async () => ({ shortMs: await processorMs(short), longMs: await processorMs(long) });
  await expectFast(measure, ({ shortMs, longMs }) => longMs > 200 + 9 * shortMs);
}

/** Pieces that the patterns search for. */
const units = [
  ...'a A 1 . : - _ _a / // \\ % @ # ? & = + [ ] [" \\" [*] { " < <p> <title <title> </title <{% a: a. a= //a //a: //a:b@'.split(
    " ",
  ),
  ..."rtmp:// http:// &#65; &amp; %41 %f0%9f \\u0061 \\n é \u0301 a\u200d \ud83d\ude00 \ud800 12/ Z +01:00 get_duration_sec&".split(
    " ",
  ),
  ...[" ", "\n", "\r\n", "\t", "config: ", "s3_region: "],
];

/** Texts of that size that repeat one unit, with beginnings and ends that nearly match some pattern. */
function texts(size: number): string[] {
  const all = units.map((unit) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size));
  return all.flatMap((text) => [text, `<p>${text}\0`, `/${text}x`]);
}

const settings = (key: string, text: string) => (name: string) =>
  ({ "edgecloud:apiKey": "key-1234", "edgecloud:baseUrl": "http://127.0.0.1:1", [key]: text })[name];

/** Everything that is done with a text from outside. Errors are as good as results here. */
const works: Record<string, (text: string) => unknown> = {
  "an error body that is a text": (text) => readErrorBody(text),
  "an error body with the text as a field and its message": (text) =>
    readErrorBody({ errors: { name: [text], [text]: [text] } }),
  "an error body with its message": (text) => readErrorBody({ message: text, request_id: text, detail: text }),
  "redaction of the text": (text) => redact(text, ["abc", "a/b+c", "//user:password-1@host"]),
  "redaction with the text as the secret": (text) => redact("an error", [text]),
  "redaction of a text that is full of a secret": (text) => redact(text, [text.slice(0, text.length / 2)]),
  "the search for credentials": findCredentials,
  "the arguments of a group": (text) =>
    checkOriginGroup({
      name: text,
      path: text,
      onDestroy: text,
      sources: [
        { source: text, hostHeaderOverride: text },
        { config: { s3Type: text, s3BucketName: text, s3AccessKeyId: text, s3SecretAccessKey: text, s3Region: text } },
      ],
      [text]: text,
    }),
  "the arguments of a snapshot": (text) =>
    checkSnapshotAttributes({ name: text, snapshotId: text, tags: { [text]: text }, [text]: 1 }, {}),
  "the arguments of a function": (text) =>
    functionKind.check(
      {
        ...{ namespace: text, name: text, runtime: text, code: text, mainMethod: text, flavor: text },
        ...{ dependencies: text, description: text, envs: { [text]: text }, [text]: 1 },
      },
      {},
    ),
  "the ID of a function": (text) => functionKind.ids.parse(`12/7/${text}/x`),
  "the ID of a snapshot": (text) => parseSnapshotId(`12/7${text}`),
  "a segment of a path": (text) => formatPath`/x/${text}`,
  "names of fields": (text) => [camelCase(text), snakeCase(text), formatPropertyPath(["a", text])],
  "paths of ignoreChanges": (text) => [text, `sources["${text}`, `sources${text}`].map(parseEnginePath),
  "the names of entries": (text) => [
    assignKeys([text, formatKey(text), toPrintableLine(text)]),
    new KeyedList(["source"]).toKeyed([{ source: text }], [formatKey(text)]),
  ],
  instants: (text) => [compareInstants(text, "x"), compareInstants(`2026-01-01T00:00:00.${text}`, text)],
  "addresses of streams": (text) => [pullAddresses(text), withDurationSec(text), rtmpsUrl(`rtmp://a@${text}`)],
  "the status of a function": (text) => functionKind.findTransition({ name: "a", status: text, build_status: text }),
  "what is printed": toPrintable,
  "what is sent to the engine": (text) => toEngineJson({ [text]: [text] }),
  taskPath: (text) => loadConfig(settings("edgecloud:taskPath", `/${text}`), {}),
  dialect: (text) => loadConfig(settings("edgecloud:dialect", text), {}),
  projectId: (text) => loadConfig(settings("edgecloud:projectId", text), {}),
};

test.each(Object.entries(works))("the time for texts of 40 kB is linear in their length: %s", async (_, work) => {
  await expectToKeepPace((size) => {
    const all = texts(size);
    return () => {
      for (const text of all) {
        try {
          work(text);
        } catch {
          // A refusal is fine; only its time matters here.
        }
      }
    };
  });
});

const list = <T>(size: number, entry: (index: number) => T) =>
  Array.from({ length: size / 10 }, (_, index) => entry(index));
const map = (size: number, value: unknown) => Object.fromEntries(list(size, (index) => [`key ${index}`, value]));

/** Everything that is done with long lists and maps from outside. */
const manifold: Record<string, (size: number) => unknown> = {
  "sources of a wrong type": (size) => checkOriginGroup({ name: "a", sources: list(size, () => 0) }),
  "sources without anything": (size) => checkOriginGroup({ name: "a", sources: list(size, () => ({})) }),
  "sources with the same host": (size) =>
    checkOriginGroup({ name: "a", sources: list(size, () => ({ source: "a b" })) }),
  "unknown cases": (size) => checkOriginGroup({ name: "a", proxyNextUpstream: list(size, String) }),
  "unknown arguments": (size) => checkOriginGroup(map(size, 1)),
  "variables of wrong names and types": (size) => functionKind.check({ envs: map(size, 0) }, {}),
  "tags of wrong names and types": (size) => checkSnapshotAttributes({ tags: map(size, 0) }, {}),
  "what the plugin answers": (size) =>
    toStruct({ groups: list(size, (id) => ({ id, sources: [{ source: `${id}` }] })) }),
  "errors in a list": (size) => readErrorBody({ errors: list(size, String) }),
  "errors of as many fields": (size) => readErrorBody({ errors: map(size, ["no"]) }),
  "a text full of a short secret": (size) => redact("aaa ".repeat(size / 4), ["aaa"]),
};

test.each(Object.entries(manifold))("the time for 40 kB of entries is linear in their number: %s", async (_, work) => {
  await expectToKeepPace((size) => () => work(size));
});
