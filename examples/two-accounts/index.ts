import * as pulumi from "@pulumi/pulumi";
import { OriginGroup, Provider } from "pulumi-edgecloud";

const config = new pulumi.Config();

/** The same group in two accounts: each explicit provider is a connection of its own. */
export const groupIds = ["staging", "production"].map((account) => {
  const provider = new Provider(account, {
    apiKey: config.requireSecret(`${account}ApiKey`),
    baseUrl: config.require(`${account}BaseUrl`),
  });
  const sources = [{ source: `origin.${account}.example.com` }];
  return new OriginGroup(`${account}-storefront`, { name: "storefront", sources }, { provider }).originGroupId;
});
