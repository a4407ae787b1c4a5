import { examplesOf, furtherExamples, programIn } from "./package-schema";

test("enumerations, lists and settings in YAML", () => {
  expect(programIn(furtherExamples, "yaml")).toBe(`config:
  name:
    type: string
  key:
    type: string
    secret: true
resources:
  media:
    type: edgecloud:OriginGroup
    properties:
      name: \${name}
      proxyNextUpstream:
        - error
        - http_403
      onDestroy: retain
      sources:
        - config:
            s3Type: other
            s3BucketName: "yes"
            s3AccessKeyId: \${key}`);
});

test("enumerations, lists and settings in Python", () => {
  expect(programIn(furtherExamples, "python")).toBe(`import pulumi
import pulumi_edgecloud as edgecloud

config = pulumi.Config()
media = edgecloud.OriginGroup(
    "media",
    name=config.require("name"),
    proxy_next_upstream=[
        "error",
        "http_403",
    ],
    on_destroy="retain",
    sources=[
        {
            "config": {
                "s3_type": "other",
                "s3_bucket_name": "yes",
                "s3_access_key_id": config.require_secret("key"),
            },
        },
    ],
)`);
});

test("enumerations, lists and settings in Go, which an engine test compiles", () => {
  expect(programIn(furtherExamples, "go")).toContain(`{
			Name: pulumi.String(cfg.Require("name")),
			ProxyNextUpstream: edgecloud.ProxyNextUpstreamArray{
				edgecloud.ProxyNextUpstream("error"),
				edgecloud.ProxyNextUpstream("http_403"),
			},
			OnDestroy: edgecloud.OnDestroy("retain"),
			Sources: edgecloud.SourceArray{
				&edgecloud.SourceArgs{
					Config: &edgecloud.SourceConfigArgs{
						S3Type:        edgecloud.S3Type("other"),
						S3BucketName:  pulumi.String("yes"),
						S3AccessKeyId: cfg.RequireSecret("key"),
					},
				},
			},
		})`);
});

test.each([
  ["an unknown argument", '{ name: "a", title: "b" }', /has title, which is not in the schema/],
  ["an expression without support in the other languages", "{ name: other.name }", /has other\.name, which/],
])("an example with %s is refused", (_, args, reason) => {
  expect(() => examplesOf(args)).toThrow(reason);
});
