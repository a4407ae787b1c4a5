import { z } from "zod";
import { OutcomeUnknownError, UnexpectedAnswerError, ValidationError } from "../../../provider/api/failures/errors";
import { OriginGroupsEndpoint } from "../../../provider/api/calls/origin-groups";
import { SnapshotsEndpoint } from "../../../provider/api/calls/snapshots";
import { maxNesting, maxValues } from "../../../provider/api/transport/decoding";
import { maxEntries } from "../../../provider/api/calls/pages";
import { call, clientOf, failure, json, serve } from "./server";

/** A client of a platform that answers that text to everything. */
async function answering(body: string, status = 200) {
  const { url } = await serve((_, response) => json(status, body)(response));
  return { url, client: clientOf(url) };
}

const anything = { method: "GET", path: "/cdn/things", answer: z.unknown() } as const;

const nested = (levels: number, open: string, close: string) => open.repeat(levels) + "1" + close.repeat(levels);
const forms: [string, (levels: number) => string][] = [
  ["arrays", (levels) => nested(levels, "[", "]")],
  ["objects", (levels) => nested(levels, '{"a":', "}")],
  ["both, with white space", (levels) => ` \n${nested(levels / 2, '{"]}\\"":[ ', " ] }")}`],
];

describe.each(forms)("an answer of nested %s", (_, written) => {
  it(`is read to ${maxNesting} levels`, async () => {
    const { client } = await answering(written(maxNesting));
    expect(JSON.stringify(await client.request(anything))).toHaveLength(written(maxNesting).replace(/\s/g, "").length);
  });

  it.each([maxNesting + 2, 200_000])("is a one-line error with %d levels", async (levels) => {
    const { url, client } = await answering(written(levels));
    const error = await failure(client.request(anything));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error.message).toBe(
      `the answer from ${url}/cdn/things cannot be understood: it is nested more than ${maxNesting} levels deep`,
    );
    const change = await failure(call(client, "POST"));
    expect(change).toBeInstanceOf(OutcomeUnknownError);
    expect(change.message).toContain(`it is nested more than ${maxNesting} levels deep`);
  });

  it.each([400, 404, 503])("is not quoted as a reason with %d", async (status) => {
    const { client } = await answering(written(200_000), status);
    const { message } = await failure(call(client, "GET"));
    expect(message).toContain(
      `the platform's answer was not read, because it is nested more than ${maxNesting} levels deep`,
    );
    expect(message).toContain(String(status));
  });
});

it("brackets in strings do not count", async () => {
  const value = { '[{"\\': '\\"[[[[{{{{,,,,'.repeat(100), b: ["\\", "[".repeat(1_000)] };
  const { client } = await answering(JSON.stringify(value));
  expect(await client.request(anything)).toEqual(value);
});

it("keeps a text that is not JSON", async () => {
  const page = `<p>${"[{,".repeat(1_000)}`;
  const { client } = await answering(page);
  expect(await client.request(anything)).toBe(page);
});

it("an answer with too many values is a one-line error", async () => {
  const list = (count: number) => `[${"0,".repeat(count - 1)}0]`;
  const good = await answering(list(maxValues - 1));
  expect(await good.client.request(anything)).toHaveLength(maxValues - 1);
  const { url, client } = await answering(list(maxValues));
  expect((await failure(client.request(anything))).message).toBe(
    `the answer from ${url}/cdn/things cannot be understood: it has more than ${maxValues} values`,
  );
});

describe("a list", () => {
  const entry = (id: number) => ({ id, name: `g${id}` });
  const listOf = (length: number, of: (id: number) => object = entry) => Array.from({ length }, (_, id) => of(id));

  it("is refused with more entries than any account has, on one page", async () => {
    const { client } = await answering(JSON.stringify(listOf(maxEntries + 1)));
    const groups = new OriginGroupsEndpoint(client);
    const sentence = `cannot be understood: results: more than ${maxEntries} entries`;
    expect((await failure(groups.list({}))).message).toContain(sentence);
    expect((await failure(groups.findByName("x"))).message).toContain(sentence);
  });

  it("is refused with more entries than any account has, on many pages", async () => {
    const pageSize = 10_000;
    const { url, received } = await serve((request, response) => {
      const offset = Number(new URL(request.url ?? "", "http://localhost").searchParams.get("offset"));
      json(200, { next: "more", results: listOf(pageSize, (id) => entry(1 + offset + id)) })(response);
    });
    const groups = new OriginGroupsEndpoint(clientOf(url));
    expect((await failure(groups.list({}))).message).toBe(
      `the list has more than ${maxEntries} entries, more than are read; narrow it with filters`,
    );
    expect(received).toHaveLength(maxEntries / pageSize + 1);
  });

  it("reports only its first wrong entry", async () => {
    const wrong = [entry(1), ...listOf(maxEntries - 1, () => ({}))];
    for (const body of [wrong, { results: wrong }]) {
      const { url, client } = await answering(JSON.stringify(body));
      expect((await failure(new OriginGroupsEndpoint(client).list({}))).message).toBe(
        `the answer from ${url}/cdn/origin_groups cannot be understood: results.1.id: Invalid input: expected number, ` +
          "received undefined; results.1.name: Invalid input: expected string, received undefined",
      );
    }
  });

  it("is refused as a whole if snapshots cannot be read", async () => {
    const { client } = await answering(JSON.stringify(listOf(maxEntries, () => ({}))));
    const { message } = await failure(new SnapshotsEndpoint(client).list({ projectId: 1, regionId: 2 }));
    expect(message).toContain("no entry has the expected form");
  });
});

/** CPU time in milliseconds, which other processes do not affect. */
async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

it("prepares the secrets of a request once for any number of refused fields", async () => {
  const lines = Array.from({ length: 1_500 }, (_, line) => `package-${line}==1.2.3 --hash=sha256:0123456789abcdef`);
  const secrets = [lines.join("\n"), ...lines.map((line) => `variable ${line}`)];
  const refusal = (count: number) => {
    const fields = Array.from({ length: count }, (_, index) => ({
      location: [`field${index}`],
      message: `no ${index}`,
    }));
    return () => {
      const error = new ValidationError({ message: "no", secrets }, fields);
      expect(error.translatePaths((place) => place.join(".")).fields).toHaveLength(count);
    };
  };
  await processorMs(refusal(10));
  const [fewMs, manyMs] = [await processorMs(refusal(10)), await processorMs(refusal(1_000))];
  // Prepared for each text, they take a hundred times as long.
  expect(manyMs).toBeLessThan(500 + 20 * fewMs);
});
