import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as pulumi from "@pulumi/pulumi";

/** What the data sources answer, by the token of the function. */
const answers: Record<string, object> = {
  "edgecloud:index:getImage": { name: "golden-web" },
  "edgecloud:index:getLiveStream": {
    hlsCmafUrl: "https://play.example.com/7.m3u8",
    pushUrl: "rtmp://push.example.com",
  },
  "edgecloud:index:getTranscodingDuration": { totalMinutes: 90 },
};

const registered: pulumi.runtime.MockResourceArgs[] = [];

before(async () => {
  await pulumi.runtime.setMocks({
    newResource: (resource) => {
      registered.push(resource);
      return { id: `${resource.name}-id`, state: { ...(resource.inputs as object), originGroupId: 1001 } };
    },
    call: ({ token }) => answers[token] ?? {},
  });
  pulumi.runtime.setAllConfig({
    "project:s3AccessKeyId": "test-access-key",
    "project:s3SecretAccessKey": "test-secret-access-key",
    "project:snapshotId": "snapshot-1",
    "project:streamId": "7",
  });
});

const valueOf = <T>(output: pulumi.Output<T>) => new Promise<T>((resolve) => output.apply(resolve));

void test("the quickstart tags its snapshot with the image, and tells where the stream is", async () => {
  const program = await import("./index.js");
  assert.equal(await valueOf(program.assetsGroupId), 1001);
  assert.equal(await valueOf(program.playbackUrl), "https://play.example.com/7.m3u8");
  assert.equal(await valueOf(program.transcodedMinutes), 90);
  await valueOf(program.snapshotTags);
  const snapshot = registered.find(({ type }) => type === "pulumi-nodejs:dynamic/edgecloud:SnapshotAttributes");
  const { tags } = snapshot?.inputs as { tags: object };
  assert.deepEqual(tags, { team: "web", "boots-with": "golden-web" });
});
