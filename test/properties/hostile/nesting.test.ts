import { queryAnalytics, queryAnalyticsOutput, getLiveStream } from "../../../provider/index";
import { key, setEnvironment } from "../../unit/data/platform";
import { answeredStream } from "../../unit/data/streams";
import { factsOf, run } from "../../unit/program/runs";
import { goodAnswers } from "./answers";
import { expectOrdinary, expectToTravel } from "./expectations";
import { HostilePlatform } from "./platform";
import { fullArgs, literalOf, providerOf, resources } from "./providers";
import { statesOf } from "./states";
import { nested } from "./values";
import { DataSourceError } from "../../../provider/program/program-error";

/** Up to what the host can accept, and what a server can send. */
const levels = [90, 500, 1_500];
const sentLevels = [90, 2_000, 50_000];

const cases = levels.flatMap((count) => [true, false].map((isArray): [number, boolean] => [count, isArray]));

describe.each(resources)("something nested deeply in %s", (resource) => {
  const places = Object.keys(fullArgs[resource]);

  it.each(cases)("is a failure among the arguments: %p levels, arrays: %p", async (count, isArray) => {
    const provider = await providerOf(resource, await HostilePlatform.start());
    for (const place of places) {
      const news = { ...literalOf(resource), ...fullArgs[resource], [place]: nested(count, isArray) };
      const { failures } = await provider.check({}, news);
      expect([place, failures?.length]).toEqual([place, expect.any(Number)]);
      expect(failures).not.toEqual([]);
    }
  });

  it.each(sentLevels)("is left out or an ordinary error in an answer: %p levels", async (count) => {
    const platform = await HostilePlatform.start();
    const provider = await providerOf(resource, platform);
    const good = goodAnswers[resource];
    const [known] = statesOf(resource);
    for (const status of [200, 400]) {
      for (const place of [...Object.keys(good), "tasks", "errors", "other"]) {
        // Written by hand: JSON can be parsed at a greater depth than it can be written.
        const body = JSON.stringify({ ...good, [place]: "here" }).replace(
          `"${place}":"here"`,
          `"${place}":${"[".repeat(count)}${"]".repeat(count)}`,
        );
        platform.begin(() => ({ status, body }));
        const result = await provider
          .read(known?.id ?? "", { ...known?.outputs, ...literalOf(resource) })
          .catch((error: unknown) => void expectOrdinary(error));
        expectToTravel(result?.props ?? {});
      }
    }
  });
});

describe("something nested deeply", () => {
  it.each(sentLevels)("gives a result or an ordinary error in a data source's answer: %p levels", async (count) => {
    const platform = await HostilePlatform.start();
    setEnvironment({ API_KEY: key, BASE_URL: platform.url, MAX_RETRIES: "0" });
    const deep = `${"[".repeat(count)}${"]".repeat(count)}`;
    const outcome = (call: Promise<unknown>) =>
      call.then(
        () => "a result",
        (error: unknown) => error,
      );
    platform.begin(() => ({ status: 200, body: `{"data":${deep}}` }));
    const report = await outcome(queryAnalytics({ query: "{ a }" }));
    platform.begin(() => ({ status: 200, body: JSON.stringify(answeredStream).replace(/^\{/, `{"other":${deep},`) }));
    const stream = await outcome(getLiveStream({ streamId: 7 }));
    const expected: unknown = count < 100 ? "a result" : expect.any(DataSourceError);
    expect([report, stream]).toEqual([expected, expected]);
  });

  it.each([90, 1_000])("is sent or refused in an Output form's arguments: %p levels", async (count) => {
    const platform = await HostilePlatform.start();
    setEnvironment({ API_KEY: key, BASE_URL: platform.url, MAX_RETRIES: "0" });
    platform.begin(() => ({ status: 200, body: '{"data":1}' }));
    const variables = { a: nested(count, true) };
    const call = () => factsOf(queryAnalyticsOutput({ query: "{ a }", variables })).then(({ value }) => value, String);
    const refused = "DataSourceError: queryAnalytics: the arguments are nested more than 100 levels deep";
    expect(await run(call)).toBe(count < 100 ? 1 : refused);
  });
});
