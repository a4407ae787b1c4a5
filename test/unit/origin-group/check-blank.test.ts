import { checkOriginGroup } from "../../../provider/resources/origin-group/check";
import { bucket, group, legacyGroup, otherAuth } from "./groups";
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
