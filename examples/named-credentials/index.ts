import { CloudFunction, OriginGroup } from "pulumi-edgecloud";

/** The names of environment variables. Their values are read when they are sent, and are in no state. */
const group = new OriginGroup("private-media", {
  name: "private-media",
  sources: [
    {
      config: {
        s3Type: "other",
        s3BucketName: "private-media",
        s3StorageHostname: "storage.example.com",
        s3AccessKeyIdFrom: { env: "MEDIA_ACCESS_KEY_ID" },
        s3SecretAccessKeyFrom: { env: "MEDIA_SECRET_ACCESS_KEY" },
      },
    },
  ],
});

const mailer = new CloudFunction("mailer", {
  namespace: "web",
  name: "mailer",
  runtime: "go1.16.6",
  flavor: "80mCPU-128MB",
  mainMethod: "Send",
  code: "package main\n\nfunc Send() {}\n",
  timeout: 10,
  autoscaling: { minInstances: 0, maxInstances: 2 },
  envs: { LOG_LEVEL: "info" },
  envsFrom: { MAIL_TOKEN: { env: "MAIL_TOKEN" } },
});

export const groupId = group.originGroupId;
export const variables = mailer.envs;
