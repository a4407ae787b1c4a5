"use strict";

const path = require("node:path");
const pulumi = require("@pulumi/pulumi");
const { OriginGroup } = require("pulumi-edgecloud");

const echo = path.join(__dirname, "echo.js");

class EchoResource extends pulumi.CustomResource {
  constructor(name, args) {
    const literal = `exports.handler = () => require(${JSON.stringify(echo)}).Echo`;
    super("pulumi-nodejs:dynamic/bench:Echo", name, { ...args, __provider: literal });
  }
}

const argsOf = (name) => ({
  name,
  useNext: true,
  proxyNextUpstream: ["error", "timeout", "http_503"],
  sources: [{ source: `${name}-a.example.com` }, { source: `${name}-b.example.com:8443`, backup: true }],
});

const names = (count) => Array.from({ length: count }, (_, index) => `group-${index}`);

/** The same program twice: `count` origin groups on this package, and on a provider that only echoes. */
exports.programs = (count) => ({
  edgecloud: async () => names(count).forEach((name) => new OriginGroup(name, argsOf(name))),
  echo: async () => names(count).forEach((name) => new EchoResource(name, argsOf(name))),
});
