import fc from "fast-check";
import { anyAnswer, inTurn } from "../../properties/hostile/answers";
import { HostilePlatform } from "../../properties/hostile/platform";
import { fullArgs, literalOf, resources } from "../../properties/hostile/providers";
import { statesOf } from "../../properties/hostile/states";
import { anyText, mutated, nested, oddIds } from "../../properties/hostile/values";
import { tries } from "../../properties/tries";
import { HostProcess, type Question } from "../../engine/setup/host-calls";

const anyCall = fc.constantFrom(...resources).chain((resource) =>
  fc.constantFrom(...statesOf(resource)).chain(({ id, outputs }) =>
    fc.record({
      question: fc.record<Question>({
        verb: fc.constantFrom("check", "diff", "read"),
        id: fc.oneof({ arbitrary: fc.constant(id), weight: 4 }, fc.constantFrom(...oddIds), anyText),
        olds: mutated(outputs).map((olds) => ({ ...olds, ...literalOf(resource) })),
        news: mutated(fullArgs[resource]).map((news) => ({ ...news, ...literalOf(resource) })),
      }),
      answers: fc.array(anyAnswer(resource), { minLength: 1, maxLength: 3 }),
    }),
  ),
);

/** Calls that once ended the host, or left the engine without an answer. */
const worst: [string, Partial<Question>, string][] = [
  ["an unpaired surrogate in an ID", { verb: "read", id: "\ud800" }, "is not the ID of an origin group"],
  ["an unpaired surrogate in a name", { verb: "diff", olds: { name: "\ud800", sources: 1 } }, ""],
  ["arguments nested deeply", { verb: "check", news: { sources: nested(500, true) } }, ""],
  ["arguments nested more deeply", { verb: "check", news: { sources: nested(1_000, true) } }, ""],
  ["a state nested deeply", { verb: "delete", olds: { sources: nested(1_000, true) } }, ""],
  ["an ID of another place", { verb: "delete", id: "..", olds: { name: "a" } }, '".." is not a valid ID'],
];

test("the host survives any response of the platform", async () => {
  const platform = await HostilePlatform.start();
  const host = await HostProcess.start({
    "edgecloud:apiKey": "hostile-test-key",
    "edgecloud:baseUrl": platform.url,
    "edgecloud:maxRetries": "0",
  });
  const literal = literalOf("OriginGroup");
  try {
    for (const [name, { verb = "check", id = "7", olds = {}, news = {} }, error] of worst) {
      const told = await host.ask({ verb, id, olds: { ...olds, ...literal }, news: { ...news, ...literal } });
      expect([name, told ?? ""]).toEqual([name, expect.stringContaining(error)]);
    }
    await fc.assert(
      fc.asyncProperty(anyCall, async ({ question, answers }) => {
        platform.begin(inTurn(answers));
        await host.ask(question);
      }),
      tries(70),
    );
    host.expectAlive();
  } finally {
    host.stop();
  }
});
