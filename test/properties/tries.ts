export { tries } from "../tries";

// Enough for a busy machine and for many runs of a property.
jest.setTimeout(3_600_000);
