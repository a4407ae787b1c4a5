import { checkOriginGroup } from "../../../provider/resources/origin-group/check";
import { checkCloudFunction } from "../../../provider/resources/cloud-function/check";
import type { JsonObject } from "../../../provider/values/json";
import { args as functionArgs } from "../cloud-function/functions";
import { bucket, edgeapp, group, legacyGroup, otherAuth } from "./groups";
import { failureOf } from "../core/failure";

const blank = "must not be blank";
const forVendor = 'is required when s3Type is "cloudvendor"';
const forOther = 'is required when s3Type is "other"';
const inSource = (config: object) => group({ sources: [bucket(config)] });

describe.each(["", " ", "\t\n\u00a0"])("the text %j counts as blank", (text) => {
  it.each([
    ["name", group({ name: text }), blank],
    ["sources[0].config.s3BucketName", inSource({ s3BucketName: text }), blank],
    ["sources[0].config.s3Region", inSource({ s3Type: "cloudvendor", s3Region: text }), forVendor],
    ["sources[0].config.s3StorageHostname", inSource({ s3StorageHostname: text }), forOther],
    ["auth.s3BucketName", legacyGroup({ s3BucketName: text }), blank],
    ["auth.s3Region", legacyGroup({ s3Region: text }), forVendor],
    ["auth.s3StorageHostname", legacyGroup({ ...otherAuth, s3StorageHostname: text }), forOther],
  ])("in %s", (property, args, reason) => {
    expect(checkOriginGroup(args).failures).toEqual([failureOf(property, reason)]);
  });

  it("and is accepted where no text is required", () => {
    const args = inSource({ s3Type: "cloudvendor", s3Region: "north-1", s3StorageHostname: text });
    expect(checkOriginGroup(args).failures).toEqual([]);
  });
});

const outer = "must not begin or end with white space, such as a line break";
const control = "must not contain a control character, such as a line break";

describe.each([
  [" text", outer],
  ["text\n", outer],
  ["text\u00a0", outer],
  ["a\r\nb", control],
  ["a\0b", control],
  ["a\tb", control],
])("the text %j is no line of text", (text, reason) => {
  it.each<[string, JsonObject]>([
    ["name", group({ name: text })],
    ["path", group({ path: text })],
    ["sources[0].config.s3BucketName", inSource({ s3BucketName: text })],
    ["sources[0].config.s3Region", inSource({ s3Region: text })],
    ["sources[0].config.s3AuthType", inSource({ s3AuthType: text })],
    ["sources[0].config.appId", group({ sources: [edgeapp({ appId: text })] })],
    ["auth.s3BucketName", legacyGroup({ s3BucketName: text })],
    ["auth.s3Region", legacyGroup({ s3Region: text })],
  ])("in %s", (property, args) => {
    expect(checkOriginGroup(args).failures).toEqual([failureOf(property, reason)]);
  });

  it.each(["mainMethod", "runtime", "flavor"])("in %s of a function", (property) => {
    const { failures } = checkCloudFunction(functionArgs({ [property]: text }), { projectId: 1, regionId: 2 });
    expect(failures).toEqual([failureOf(property, reason)]);
  });
});
