"use strict";

const path = require("node:path");

const echo = `exports.handler = () => require(${JSON.stringify(path.join(__dirname, "echo.js"))}).Echo`;

/** Puts another provider behind a resource; the program, its arguments and its outputs stay the same. */
const onEcho = ({ props, opts }) => ({ props: { ...props, __provider: echo }, opts });

/** What is compared: for each, the class of a group, and options of the resource. */
const providers = {
  /** This package's class on a provider that does nothing: what everything else takes. */
  echo: { load: () => require("pulumi-edgecloud").OriginGroup, opts: { transformations: [onEcho] } },
  dynamic: { load: () => require("pulumi-edgecloud").OriginGroup },
  plugin: { load: () => require("pulumi-edgecloud/plugin").OriginGroup },
  common: { load: commonWay },
};

/** Loaded anew for each run, because each run of a user's program serialises the provider anew. */
function commonWay() {
  delete require.cache[require.resolve("./common-way")];
  return require("./common-way").OriginGroup;
}

/** The program of `count` origin groups, the same for each provider; answers its resources. */
const programOf = (provider, count) => () => {
  const { load, opts } = providers[provider];
  const OriginGroup = load();
  return Array.from({ length: count }, (_, index) => {
    const name = `group-${index}`;
    const args = {
      name,
      useNext: true,
      proxyNextUpstream: ["error", "timeout", "http_503"],
      sources: [{ source: `${name}-a.example.com` }, { source: `${name}-b.example.com:8443`, backup: true }],
    };
    return new OriginGroup(name, args, opts);
  });
};

module.exports = { names: Object.keys(providers), programOf };
