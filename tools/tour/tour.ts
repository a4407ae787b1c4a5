import type { Stack } from "@pulumi/pulumi/automation";
import type { PlatformState } from "./platform";

/** What the steps of the tour work on. */
export interface Tour {
  /** The stack of the examples in TypeScript. */
  readonly stack: Stack;
  /** Opens the stack of the project in YAML; further calls give the same one. */
  readonly openYaml: () => Promise<Stack>;
  /** The address of the emulator. */
  readonly url: string;
  /** The state of the platform before the first step. */
  readonly before: PlatformState;
}

/** A step of the tour. */
export interface Step {
  readonly title: string;
  /** Resolves to what it proved. */
  readonly run: (tour: Tour) => Promise<string>;
}
