/** What takes a second on a quiet machine takes many on a busy one. */
jest.setTimeout(300_000);
