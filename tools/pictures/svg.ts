/** The colours of Pulumi's output on a dark terminal. */
const COLORS = {
  plain: "#d8dee9",
  command: "#ffffff",
  headline: "#d6a7f5",
  create: "#7fd88f",
  update: "#f0c674",
  delete: "#f28779",
};

/** Wider lines are cut: uncut, they would make the picture too small to read. */
const COLUMNS = 96;

const FONT_SIZE = 14;
const COLUMN_WIDTH = 8.5;
const LINE_HEIGHT = 20;
const MARGIN = 20;

/**
 * Draws a terminal with a command and its output.
 * @param output What the command printed, without colours.
 */
export function drawTerminal(command: string, output: string): string {
  const printed = output.split("\n").filter(hasNews).map(cutLine);
  const lines = [`$ ${command}`, ...printed];
  const width = Math.ceil(2 * MARGIN + COLUMN_WIDTH * Math.max(...lines.map((line) => line.length)));
  const height = 2 * MARGIN + LINE_HEIGHT * lines.length;
  const texts = [
    drawLine(`$ ${command}`, 0, COLORS.command),
    ...printed.map((line, index) => drawLine(line, index + 1, chooseColor(line))),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<rect width="100%" height="100%" rx="8" fill="#20242c"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="${FONT_SIZE}">`,
    ...texts,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

/** Where it cannot overwrite lines, Pulumi prints empty ones, and dots while it waits. */
function hasNews(line: string): boolean {
  return line.trim() !== "" && !/^@ \w+\.+$/.test(line);
}

function cutLine(line: string): string {
  return line.length > COLUMNS ? `${line.slice(0, COLUMNS - 1)}…` : line;
}

function chooseColor(line: string): string {
  if (/^(Previewing|Updating|Refreshing|Destroying|Resources:|Duration:|Diagnostics:)/.test(line)) {
    return COLORS.headline;
  }
  switch (/^\s*([-+~])\s/.exec(line)?.[1]) {
    case "+":
      return COLORS.create;
    case "~":
      return COLORS.update;
    case "-":
      return COLORS.delete;
    default:
      return COLORS.plain;
  }
}

function drawLine(line: string, index: number, color: string): string {
  const x = MARGIN + COLUMN_WIDTH * line.search(/\S/);
  const y = MARGIN + LINE_HEIGHT * index + FONT_SIZE;
  const content = line.trim();
  // A fixed length keeps the columns aligned whatever font the reader has.
  const length = COLUMN_WIDTH * content.length;
  const attributes = `x="${x}" y="${y}" textLength="${length}" fill="${color}" xml:space="preserve"`;
  return `<text ${attributes}>${escapeXml(content)}</text>`;
}

function escapeXml(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
