"use strict";

const path = require("node:path");
const { OriginGroup } = require("pulumi-edgecloud");

const echo = `exports.handler = () => require(${JSON.stringify(path.join(__dirname, "echo.js"))}).Echo`;

/** Puts another provider behind a resource; the program, its arguments and its outputs stay the same. */
const onEcho = ({ props, opts }) => ({ props: { ...props, __provider: echo }, opts });

const declare = (count, opts) => async () => {
  for (let index = 0; index < count; index++) {
    const name = `group-${index}`;
    const args = {
      name,
      useNext: true,
      proxyNextUpstream: ["error", "timeout", "http_503"],
      sources: [{ source: `${name}-a.example.com` }, { source: `${name}-b.example.com:8443`, backup: true }],
    };
    new OriginGroup(name, args, opts);
  }
};

/** The same program of `count` origin groups twice: on this package's provider, and on one that only echoes. */
exports.programs = (count) => ({ edgecloud: declare(count), echo: declare(count, { transformations: [onEcho] }) });
