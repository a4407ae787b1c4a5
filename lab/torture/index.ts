/** What tests take from here; `run.ts` is the command. */
export type { Host, Resource } from "./declared";
export { type Phase, points, type Victim } from "./disturbances";
export { drawHistory } from "./draw";
export type { Step } from "./history";
export { judgeConverged, judgeOperation } from "./judge";
export { Ledger } from "./ledger";
export { Life } from "./life";
export type { OperationRecord } from "./operation";
export type { PlatformObject, PlatformView } from "./platform";
export { playHistory } from "./play";
export type { StateEntry } from "./state";
