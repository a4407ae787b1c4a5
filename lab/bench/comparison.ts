import { type Life, measureLife, measureRounds, operationNames, type Setup, withProjects } from "./measure";
import { type Provider, providerNames } from "./programs";
import { computeMedian, formatJudged, formatRange, formatTable } from "./report";

/** The highest share of the echo's time that each operation may take, with 200 resources. */
const AIMS = { dynamic: [1.05, 1.15, 1.05, 1.15, 1.1], plugin: [0.9, 0.95, 0.9, 1, 0.95] };

/** With one resource: the highest share of the dynamic provider's time that the plugin may take. */
const START_UP_AIM = 0.55;

type Rounds = readonly Readonly<Record<Provider, Life>>[];

/** Compares all providers with the echo: one resource, and many on two releases of Node.js. */
export async function compare(setup: Setup, otherNode: string): Promise<Record<string, string>> {
  const count = setup.count(200);
  const many = await measureLives(setup, count, setup.rounds(10));
  const one = await measureLives(setup, 1, setup.rounds(10));
  const others = await measureLives({ ...setup, node: otherNode }, count, setup.rounds(4));
  const cells = (read: (life: Life) => string) =>
    providerNames.flatMap((name) => many.slice(0, 1).map((round) => read(round[name])));
  return {
    aims: formatAims(many),
    "start-up": formatStartUp(one),
    "one resource": formatTimes(one),
    "many resources": formatTimes(many),
    "another Node.js": formatTimes(others),
    "state and requests": formatTable(providerNames, [
      ["bytes of state", ...cells(({ stateBytes }) => stateBytes.toFixed(0))],
      ...operationNames.map((name) => [
        `requests, ${name}`,
        ...cells((life) => (life[name].requests / count).toFixed(2)),
      ]),
    ]),
    program: formatTable(providerNames, [
      ["1 resource", ...formatPrograms(one)],
      [`${count} resources`, ...formatPrograms(many)],
    ]),
  };
}

/** The first life of each provider only warms up. */
function measureLives(setup: Setup, groups: number, rounds: number): Promise<Rounds> {
  return withProjects(setup, providerNames, {}, async (projects) => {
    const measured = await measureRounds(providerNames, rounds, (name) => measureLife(projects[name], { groups }));
    return measured.slice(rounds > 1 ? 1 : 0);
  });
}

function formatAims(rounds: Rounds): string {
  const measured = (name: Provider, aims: readonly number[]) =>
    findShares(rounds, name).map((share, index) => formatJudged(share, aims[index]));
  const rows = (["dynamic", "plugin"] as const).flatMap((name) => [
    [`${name}: at most`, ...AIMS[name].map((aim) => aim.toFixed(2))],
    [`${name}: measured`, ...measured(name, AIMS[name])],
  ]);
  return formatTable(operationNames, [["floor", ...measured("floor", [])], ...rows]);
}

function formatStartUp(rounds: Rounds): string {
  const sum = (life: Life) => operationNames.reduce((seconds, name) => seconds + life[name].seconds, 0);
  const share = formatJudged(
    computeMedian(rounds.map((round) => sum(round.plugin) / sum(round.dynamic))),
    START_UP_AIM,
  );
  return `With one resource, all operations together: the plugin takes ${share} of the time; at most ${START_UP_AIM}.`;
}

/** Medians of the shares of the echo's time in the same round: what slows the machine down slows both. */
function findShares(rounds: Rounds, provider: Provider): number[] {
  return operationNames.map((name) =>
    computeMedian(rounds.map((round) => round[provider][name].seconds / round.echo[name].seconds)),
  );
}

/** Without the floor: one more column would not fit on the page. */
function formatTimes(rounds: Rounds): string {
  const providers = providerNames.filter((name) => name !== "floor");
  const rows = operationNames.map((operation, index) => [
    operation,
    ...providers.map((name) => {
      const share = name === "echo" ? "" : ` ${findShares(rounds, name)[index]?.toFixed(2)}`;
      return `${formatRange(rounds.map((round) => round[name][operation].seconds))}${share}`;
    }),
  ]);
  return formatTable(providers, rows);
}

function formatPrograms(rounds: Rounds): string[] {
  const read = ({ preview }: Life) => preview.usages.program?.seconds ?? NaN;
  return providerNames.map((name) => formatRange(rounds.map((round) => read(round[name]))));
}
