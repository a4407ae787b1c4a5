/** The plan of a function, one file per question: should it exist, should it be gone, and whose is it? */
export { planPresence, type Desired } from "./plan-presence";
export { planAbsence } from "./plan-absence";
export { isOwn, type Ownership } from "./plan-ownership";
export type { Observed, Request } from "./plan-steps";
export { BrokenFunctionError, explainNameTaken } from "./plan-failures";
