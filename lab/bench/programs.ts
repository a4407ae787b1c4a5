import path from "node:path";
import type { CustomResourceOptions } from "@pulumi/pulumi";
import { type Classes, declareResources } from "../program";

/** Puts an echo behind a resource; the program, its arguments and its outputs stay the same. */
function useEcho(exported: "Echo" | "RequestingEcho"): CustomResourceOptions {
  const __provider = `exports.handler = () => require(${JSON.stringify(path.join(__dirname, "echo.js"))}).${exported}`;
  return { transformations: [({ props, opts }) => ({ props: { ...props, __provider }, opts })] };
}

/** What is compared. A package is loaded when its program runs, because the time that this takes is measured too. */
const providers = {
  echo: () => declareResources(require("pulumi-edgecloud") as Classes, useEcho("Echo")),
  floor: () => declareResources(require("pulumi-edgecloud") as Classes, useEcho("RequestingEcho")),
  dynamic: () => declareResources(require("pulumi-edgecloud") as Classes),
  plugin: () => declareResources(require("pulumi-edgecloud/plugin") as Classes),
  "common way": () => declareResources(require("./common-way") as Classes),
};

export type Provider = keyof typeof providers;
export const providerNames = Object.keys(providers) as Provider[];

/** The program of a project. */
export function runProgram(provider: Provider): void {
  providers[provider]();
}
