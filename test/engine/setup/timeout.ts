/** A run of the real engine takes seconds; on a busy machine, many times that. */
jest.setTimeout(600_000);
