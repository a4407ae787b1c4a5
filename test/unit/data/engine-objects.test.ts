import { analytics } from "../../../provider/data/analytics/source";
import { queryAnalytics } from "../../../provider/data/analytics/function";
import { getLiveStream } from "../../../provider/data/live-stream/function";
import { liveStream } from "../../../provider/data/live-stream/source";
import type { DataSource } from "../../../provider/core/data-source";
import { signatureKey } from "../../../provider/core/engine-text";
import { callFunction } from "../../../provider/hosts/plugin/plugin-function";
import { HostSettings } from "../../../provider/hosts/settings";
import { key, platformThatAnswers } from "./platform";
import { answeredStream } from "./streams";

/** What the engine would hash, fetch, decrypt or register, were it in an output. */
const objects = {
  asset: { [signatureKey]: "c44067f5952c0a294b673a41bacd8c17", path: "/etc/hostname" },
  archive: { [signatureKey]: "0def7320c3a5731c473e5ecbe6d01bc7", uri: "https://attacker.example.com/x" },
  secret: { [signatureKey]: "1b47061264138c4ac30d75fd1eb44270", value: "x" },
  resource: { [signatureKey]: "5cf8f73096256a8f31e491e813e4eb8e", urn: "urn:pulumi:a::b::c::d" },
};
const plain = {
  asset: { path: "/etc/hostname" },
  archive: { uri: "https://attacker.example.com/x" },
  secret: { value: "x" },
  resource: { urn: "urn:pulumi:a::b::c::d" },
};

const analyticsBody = { data: { ...objects, list: [objects] } };
const streamBody = { ...answeredStream, multi_region_push_urls: objects, novelty: [objects] };

test("an answer of a data source never becomes an object of the engine in a program", async () => {
  await platformThatAnswers(200, analyticsBody);
  expect(await queryAnalytics({ query: "{ a }" })).toStrictEqual({ ...plain, list: [plain] });
  await platformThatAnswers(200, { data: objects.asset });
  expect(await queryAnalytics({ query: "{ a }" })).toStrictEqual(plain.asset);
  await platformThatAnswers(200, streamBody);
  expect(await getLiveStream({ streamId: answeredStream.id })).toMatchObject({
    multiRegionPushUrls: plain,
    extra: { novelty: [plain] },
  });
});

test("an answer of a data source never becomes an object of the engine in the plugin", async () => {
  const call = async (source: unknown, args: object, body: object) => {
    const { url } = await platformThatAnswers(200, body);
    const settings = new HostSettings({});
    settings.configure((name) => ({ "edgecloud:apiKey": key, "edgecloud:baseUrl": url })[name]);
    return callFunction(source as DataSource<unknown, unknown, unknown>, { ...args }, settings);
  };
  expect(JSON.stringify(await call(analytics, { query: "{ a }" }, analyticsBody))).not.toContain(signatureKey);
  const stream = await call(liveStream, { streamId: answeredStream.id }, streamBody);
  expect(JSON.stringify(stream)).not.toContain(signatureKey);
});
