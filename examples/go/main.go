// An origin group with a private bucket, and the groups that CDN resources use.
package main

import (
	"example.com/pulumi-edgecloud/sdk/go/edgecloud"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cfg := config.New(ctx, "")

		// A bucket, and a server for when it fails.
		downloads, err := edgecloud.NewOriginGroup(ctx, "downloads", &edgecloud.OriginGroupArgs{
			Name:    pulumi.String("downloads-go"),
			UseNext: pulumi.Bool(true),
			ProxyNextUpstream: edgecloud.ProxyNextUpstreamArray{
				edgecloud.ProxyNextUpstream("error"),
				edgecloud.ProxyNextUpstream("timeout"),
				edgecloud.ProxyNextUpstream("http_503"),
			},
			Sources: edgecloud.SourceArray{
				&edgecloud.SourceArgs{
					Config: &edgecloud.SourceConfigArgs{
						S3Type:            edgecloud.S3Type("other"),
						S3BucketName:      pulumi.String("downloads"),
						S3StorageHostname: pulumi.String("storage.example.com"),
						S3AccessKeyId:     cfg.RequireSecret("s3AccessKeyId"),
						S3SecretAccessKey: cfg.RequireSecret("s3SecretAccessKey"),
					},
				},
				&edgecloud.SourceArgs{
					Source: pulumi.String("origin.example.com:8443"),
					Backup: pulumi.Bool(true),
				},
			},
		})
		if err != nil {
			return err
		}
		groupsInUse := edgecloud.GetOriginGroupsOutput(ctx, edgecloud.GetOriginGroupsOutputArgs{
			HasRelatedResources: pulumi.Bool(true),
		})

		ctx.Export("downloadsGroupId", downloads.OriginGroupId)
		ctx.Export("groupsInUse", groupsInUse.OriginGroups())
		return nil
	})
}
