"""An origin group with a private bucket, and the groups that CDN resources use."""

import pulumi
import pulumi_edgecloud as edgecloud

config = pulumi.Config()

# A bucket, and a server for when it fails.
downloads = edgecloud.OriginGroup(
    "downloads",
    name="downloads-python",
    use_next=True,
    proxy_next_upstream=["error", "timeout", "http_503"],
    sources=[
        {
            "config": {
                "s3_type": "other",
                "s3_bucket_name": "downloads",
                "s3_storage_hostname": "storage.example.com",
                "s3_access_key_id": config.require_secret("s3AccessKeyId"),
                "s3_secret_access_key": config.require_secret("s3SecretAccessKey"),
            },
        },
        {"source": "origin.example.com:8443", "backup": True},
    ],
)

groups_in_use = edgecloud.get_origin_groups_output(has_related_resources=True)

pulumi.export("downloadsGroupId", downloads.origin_group_id)
pulumi.export("groupsInUse", groups_in_use.origin_groups)
