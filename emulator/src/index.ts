export { startEmulator } from "./emulator";
export type { Emulator, EmulatorOptions } from "./emulator";
export type { EmulatorState, SeedInput } from "./seed";
export type { Dialect } from "./dialect";
export type { ActiveFault } from "./faults/fault-list";
export type { FaultInput } from "./faults/schema";
export type { RequestLogEntry } from "./http/request-log";
export type { Credential } from "./http/credentials";
export { InvalidInputError } from "./invalid-input";
