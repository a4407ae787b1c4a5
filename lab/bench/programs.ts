import path from "node:path";
import type { CustomResourceOptions, Resource, ResourceTransformation } from "@pulumi/pulumi";
import type * as DynamicPackage from "pulumi-edgecloud";
import type * as PluginPackage from "pulumi-edgecloud/plugin";
import type * as CommonWay from "./common-way";
import type { ProviderName } from "./report";

type GroupClass = new (
  name: string,
  args: DynamicPackage.OriginGroupArgs,
  opts?: CustomResourceOptions & { transformations?: ResourceTransformation[] },
) => Resource;

const echo = `exports.handler = () => require(${JSON.stringify(path.join(__dirname, "echo.js"))}).Echo`;

/** Puts the echo behind a resource; the program, its arguments and its outputs stay the same. */
const useEcho: ResourceTransformation = ({ props, opts }) => ({ props: { ...props, __provider: echo }, opts });

// Packages are loaded when a program runs, because the time that this takes is measured too.
const loadDynamicPackage = () => require("pulumi-edgecloud") as typeof DynamicPackage;
const loadPluginPackage = () => require("pulumi-edgecloud/plugin") as typeof PluginPackage;

/** Loads the module anew for each run, because each run of a user's program serialises the provider anew. */
function loadCommonWay() {
  delete require.cache[require.resolve("./common-way")];
  return require("./common-way") as typeof CommonWay;
}

/** The class of a group for each provider, and options of its resources. */
const providers: Record<ProviderName, { load: () => GroupClass; opts?: CustomResourceOptions }> = {
  /** This package's class on a provider that does nothing: the time that everything but a provider takes. */
  echo: { load: () => loadDynamicPackage().OriginGroup, opts: { transformations: [useEcho] } },
  dynamic: { load: () => loadDynamicPackage().OriginGroup },
  plugin: { load: () => loadPluginPackage().OriginGroup },
  common: { load: () => loadCommonWay().OriginGroup },
};

/** Builds the program of `count` origin groups, which is the same for each provider; it returns its resources. */
export function buildProgram(provider: ProviderName, count: number): () => Resource[] {
  return () => {
    const { load, opts } = providers[provider];
    const OriginGroup = load();
    return Array.from({ length: count }, (_, index) => {
      const name = `group-${index}`;
      const args: DynamicPackage.OriginGroupArgs = {
        name,
        useNext: true,
        proxyNextUpstream: ["error", "timeout", "http_503"],
        sources: [{ source: `${name}-a.example.com` }, { source: `${name}-b.example.com:8443`, backup: true }],
      };
      return new OriginGroup(name, args, opts);
    });
  };
}
