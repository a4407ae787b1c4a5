import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { readSmallFile } from "../config/small-file";
import { keepingKey } from "../core/hidden-properties";
import type { Traits } from "../core/traits";
import { dynamicHost } from "./dynamic-host";
import type { ProgramHost } from "./dynamic-host";
import { applyToInput } from "./inputs";
import { createProgramError } from "./program-error";

type DeclaredOutputs<Resource> = Exclude<keyof Resource, keyof pulumi.CustomResource>;

type NamedOutputs<Named extends Traits> = Named["returned"][number] | keyof Named["computed"];

/** A call compiles only if the traits name exactly the outputs that the class declares. */
export function checkOutputNames<Resource, Named extends Traits>(
  traits: [DeclaredOutputs<Resource>, NamedOutputs<Named>] extends [NamedOutputs<Named>, DeclaredOutputs<Resource>]
    ? Named
    : never,
): Traits {
  return traits;
}

/**
 * Pulumi's host for dynamic providers serves the classes of `pulumi-edgecloud`, the plugin those of
 * `pulumi-edgecloud/plugin`. Most names are unique on the platform, so by default a replacement deletes first.
 */
export abstract class HostedResource extends pulumi.CustomResource {
  /** @internal */
  static readonly host: ProgramHost = dynamicHost;

  constructor(
    resourceType: string,
    name: string,
    args: object,
    traits: Traits,
    opts: pulumi.CustomResourceOptions | undefined,
  ) {
    const outputs = [...traits.returned, ...Object.keys(traits.computed)];
    const unset = Object.fromEntries(outputs.map((output) => [output, undefined]));
    // For `--replace`, `replaceWith` and a changed provider, the engine goes by this option, not by a `diff`.
    const deleteBeforeReplace = opts?.deleteBeforeReplace ?? true;
    const described = { ...unset, ...withTextsOfFiles(name, args, traits) };
    const resource = { type: resourceType, props: described, opts: { ...opts, deleteBeforeReplace } };
    const { host } = new.target;
    const { type, props: registeredProps, opts: registeredOpts } = host.register(name, resource, traits);
    const keeping = opts?.retainOnDelete ? "retainOnDelete" : deleteBeforeReplace ? undefined : "deleteBeforeReplace";
    const props = keeping === undefined ? registeredProps : { ...registeredProps, [keepingKey]: keeping };
    const restoreStacks = shortenStacks();
    try {
      super(type, name, props, registeredOpts);
    } finally {
      restoreStacks();
    }
    host.restore?.(this, traits, { type, props, opts: registeredOpts });
  }
}

/** The platform accepts 100,000 characters (docs/contract.md, section 8), each of up to 4 bytes. */
const maxBytes = 400_000;

function withTextsOfFiles(resourceName: string, args: object, { textFiles = {} }: Traits): pulumi.Inputs {
  const replaced: pulumi.Inputs = { ...args };
  for (const [pathProperty, textProperty] of Object.entries(textFiles)) {
    const file: unknown = replaced[pathProperty];
    delete replaced[pathProperty];
    if (file === undefined) {
      continue;
    }
    const createError = (reason: string) => createProgramError(`${resourceName}: ${pathProperty} ${reason}`);
    if (replaced[textProperty] !== undefined) {
      throw createError(`and ${textProperty} are both given; leave one of them out`);
    }
    replaced[textProperty] = applyToInput(file, (known) => {
      if (typeof known !== "string" || known === "") {
        throw createError("must be the path of a file");
      }
      const found = readSmallFile(known, maxBytes);
      if ("problem" in found) {
        const from = path.isAbsolute(known) ? "" : `; the path is relative to ${process.cwd()}`;
        throw createError(`"${known}" ${found.problem}${from}`);
      }
      return found.text;
    });
  }
  return replaced;
}

/** Drops library frames below the constructor in this file. Those above stay: the SDK skips a fixed number. */
function keepProgramFrames(frames: readonly NodeJS.CallSite[]): NodeJS.CallSite[] {
  const own = frames.findIndex((frame) => frame.getFileName() === __filename);
  // The frame above belongs to the `super` constructor, so its file is in the SDK that the program uses.
  const sdkFile = frames[own - 1]?.getFileName();
  if (!sdkFile) {
    return [...frames];
  }
  const libraries = [path.join(__dirname, ".."), path.dirname(sdkFile)].map((folder) => folder + path.sep);
  return frames.filter((frame, index) => {
    const file = frame.getFileName() ?? "";
    const isFile = path.isAbsolute(file) || file.startsWith("file:");
    return index <= own || (isFile && !libraries.some((library) => file.startsWith(library)));
  });
}

/**
 * The SDK captures a stack for each promise of each output and formats it at once, which takes most of the time of a
 * registration. With one frame, no source map is read, and an error of a transformation still shows its place. The SDK
 * itself lifts the limit for the stack that becomes the resource's source position.
 */
function shortenStacks(): () => void {
  const settings: {
    stackTraceLimit: number;
    prepareStackTrace?: (error: Error, frames: NodeJS.CallSite[]) => unknown;
  } = Error;
  const { stackTraceLimit, prepareStackTrace } = settings;
  settings.stackTraceLimit = 1;
  if (prepareStackTrace) {
    settings.prepareStackTrace = (error, frames) =>
      frames.length > 1 ? prepareStackTrace.call(Error, error, keepProgramFrames(frames)) : String(error);
  }
  return () => {
    Object.assign(settings, { stackTraceLimit, prepareStackTrace });
  };
}
