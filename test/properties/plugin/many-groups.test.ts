import { InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { connect } from "../../../provider/api/connection";
import { loadConfig } from "../../../provider/config/config";
import { callDataSource } from "../../../provider/core/data-source";
import { dataSources } from "../../../provider/data";
import { toStruct } from "../../../provider/hosts/plugin/protocol";
import { apiKey, json, serve } from "../../unit/api/server";
import { expectFast, processorMs } from "../processor-time";

const pageSize = 1_000;

/** A group as real accounts have them: a host, a backup and a bucket. */
function groupOf(id: number): object {
  const s3 = { s3_type: "amazon", s3_bucket_name: `bucket-${id}`, s3_region: "eu-west-1", s3_access_key_id: null };
  return {
    ...{ id, name: `group-${id}`, use_next: true, auth_type: "none", path: "", has_related_resources: id % 2 === 0 },
    proxy_next_upstream: ["error", "timeout", "http_502", "http_503"],
    sources: [
      { source: `origin-${id}.example.com`, origin_type: "host", backup: false, enabled: true },
      { source: `backup-${id}.example.com:8080`, origin_type: "host", backup: true, enabled: true },
      { origin_type: "s3", config: s3, backup: true, enabled: false },
    ],
  };
}

/** Has the plugin answer `getOriginGroups` on an account with that many groups, or reads and writes them as JSON. */
async function accountOf(count: number) {
  const pages = Array.from({ length: count / pageSize }, (_, page) =>
    JSON.stringify(Array.from({ length: pageSize }, (_, index) => groupOf(page * pageSize + index + 1))),
  );
  const { url } = await serve((request, response) => {
    const offset = Number(new URL(request.url ?? "", "http://localhost").searchParams.get("offset"));
    json(200, pages[offset / pageSize] ?? "[]")(response);
  });
  const config = loadConfig((key) => ({ "edgecloud:apiKey": apiKey, "edgecloud:baseUrl": url })[key], {});
  const source = dataSources.getOriginGroups;
  const answer = async () => {
    const result = await callDataSource(
      source as NonNullable<typeof source>,
      {},
      { loadConfig: () => config, connect: connect },
    );
    return new InvokeResponse().setReturn(toStruct(result as { originGroups: unknown[] })).serializeBinary();
  };
  const copy = () => pages.map((page) => JSON.stringify(JSON.parse(page)));
  return { answer, copy };
}

it("processor time is linear up to 10,000 groups, and at most 200 times that of reading their text", async () => {
  const [few, many] = [await accountOf(pageSize), await accountOf(10 * pageSize)];
  await few.answer();
  const measure = async () => ({
    fewMs: await processorMs(few.answer),
    manyMs: await processorMs(many.answer),
    copyMs: (await processorMs(() => Array.from({ length: 10 }, many.copy))) / 10,
  });
  // Under Jest about 100 times, most of it in the messages that Pulumi's SDK makes of each value.
  await expectFast(measure, ({ fewMs, manyMs, copyMs }) => manyMs >= 200 * copyMs || manyMs >= 15 * fewMs);
});
