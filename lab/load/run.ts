import { parseArgs } from "node:util";
import { type Engine, ensureEngine, forgetUserSettings } from "#tools/engine";
import { formatSeconds, printHeading, say } from "#tools/terminal";
import { rows } from "./rows";
import type { Traffic } from "./traffic";
import { type Finding, type Measured, NotPossible, quote, type Row, Trial } from "./trial";

const HEADER = [
  "situation",
  "measured",
  "requests / useful",
  "peak requests, polls a second",
  "sockets, memory",
  "wrong",
];

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: "string", multiple: true } } });
  const engine = await ensureEngine(say);
  forgetUserSettings();
  const table = [HEADER, HEADER.map(() => "---")];
  const { only = rows.map(({ name }) => name) } = values;
  for (const name of only) {
    const row = rows.find((one) => one.name === name);
    if (!row) {
      throw new Error(`There is no row "${name}": ${rows.map((one) => one.name).join(", ")}`);
    }
    printHeading(`${row.name}: ${row.situation}`);
    table.push(await measureRow(row, engine));
  }
  say(table.map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`).join("\n"));
}

async function measureRow(row: Row, engine: Engine): Promise<string[]> {
  const trial = await Trial.start(engine, row);
  let obstacle;
  try {
    obstacle = (await row.arrange?.(trial)) ?? {};
    const measured = await trial.converge(obstacle);
    const finding = (await obstacle.inspect?.(measured)) ?? { notes: [], problems: [] };
    return formatRow(row, measured, finding, await trial.meter.summarize());
  } catch (error) {
    if (!(error instanceof NotPossible)) {
      throw error;
    }
    return [row.situation, `skipped: ${error.message}`, "", "", "", "not measured"];
  } finally {
    await obstacle?.close?.();
    await trial.project.close();
  }
}

function formatRow({ situation, aims }: Row, measured: Measured, finding: Finding, traffic: Traffic): string[] {
  const { ups, isThere, messages } = measured;
  const { requests, useful, peak, peakPolls, sockets, noticedMs } = traffic;
  const { ratio = Infinity, peakPolls: mostPolls = Infinity, noticedMs: latest = Infinity } = aims;
  const wrong = [
    ...(!isThere ? ["never converged"] : ups.length > aims.ups ? [`${ups.length} \`up\`s, not ${aims.ups}`] : []),
    ...(requests / useful > ratio ? [`more than ${ratio} requests for a useful one`] : []),
    ...(peakPolls > mostPolls ? [`more than ${mostPolls} polls a second`] : []),
    ...(noticedMs > latest ? [`an end noticed later than after ${formatSeconds(latest)}`] : []),
    ...finding.problems,
  ];
  const seconds = ups.reduce((sum, up) => sum + up.seconds, 0);
  const now = [
    `${ups[0]?.created} made by the first \`up\`, all after ${ups.length} in ${formatSeconds(seconds * 1000)}`,
    `first error: ${quote(messages, true) ?? "none"}`,
    ...(noticedMs > 0 ? [`ends of tasks noticed within ${formatSeconds(noticedMs)}`] : []),
    ...finding.notes,
  ].join("; ");
  say(`  ${now}\n  ${wrong.length > 0 ? `WRONG: ${wrong.join("; ")}` : "all aims reached"}`);
  process.exitCode ||= wrong.length > 0 ? 1 : 0;
  const memory = Math.round(Math.max(...ups.map(({ megabytes = 0 }) => megabytes)));
  const ratioText = `${requests} / ${useful} = ${(requests / useful).toFixed(2)}`;
  return [
    situation,
    now,
    ratioText,
    `${peak}, ${peakPolls}`,
    `${sockets}, ${memory} MB`,
    wrong.join("; ") || "nothing",
  ];
}

void main();
