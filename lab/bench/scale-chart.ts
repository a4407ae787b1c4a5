import { font, roundLength, writeElement } from "./svg";

/** Seconds by the number of resources. */
export interface Curve {
  readonly title: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

const colours = ["#1a73e8", "#8ab4f8", "#188038", "#81c995"];

const size = { width: 700, height: 420, left: 60, right: 170, top: 30, bottom: 50 };

/** Draws an SVG with a line for each curve; both axes are logarithmic, so linear growth has a slope of one decade by one. */
export function drawScale(curves: readonly Curve[]): string {
  const points = curves.flatMap((curve) => curve.points);
  const xs = findDecades(points.map(({ x }) => x));
  const ys = findDecades(points.map(({ y }) => y));
  const toX = toScale(xs, size.left, size.width - size.right);
  const toY = toScale(ys, size.height - size.bottom, size.top);
  return writeElement(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${size.width} ${size.height}`, ...font },
    [
      writeElement("rect", { width: size.width, height: size.height, fill: "#ffffff" }),
      writeElement("text", { x: size.left, y: 18, "font-weight": "bold" }, ["Seconds of processor time by groups"]),
      ...xs.flatMap((x) => [
        drawLine(toX(x), size.top, toX(x), size.height - size.bottom, "#dadce0"),
        writeElement("text", { x: toX(x), y: size.height - size.bottom + 18, "text-anchor": "middle" }, [
          formatTick(x),
        ]),
      ]),
      ...ys.flatMap((y) => [
        drawLine(size.left, toY(y), size.width - size.right, toY(y), "#dadce0"),
        writeElement("text", { x: size.left - 8, y: toY(y) + 4, "text-anchor": "end" }, [formatTick(y)]),
      ]),
      ...curves.flatMap((curve, index) => drawCurve(curve, index, toX, toY)),
    ],
  );
}

function drawCurve({ title, points }: Curve, index: number, toX: Scale, toY: Scale): string[] {
  const colour = colours[index % colours.length] ?? "";
  const y = size.top + 20 + index * 22;
  const x = size.width - size.right + 16;
  const line = points.map((point) => `${toX(point.x)},${toY(point.y)}`).join(" ");
  return [
    writeElement("polyline", { points: line, fill: "none", stroke: colour, "stroke-width": 2 }),
    ...points.map((point) => writeElement("circle", { cx: toX(point.x), cy: toY(point.y), r: 3, fill: colour })),
    writeElement("rect", { x, y: y - 11, width: 14, height: 14, fill: colour }),
    writeElement("text", { x: x + 20, y }, [title]),
  ];
}

function drawLine(x1: number, y1: number, x2: number, y2: number, stroke: string): string {
  return writeElement("line", { x1, y1, x2, y2, stroke });
}

type Scale = (value: number) => number;

/** The powers of ten around all values. */
function findDecades(values: readonly number[]): number[] {
  const exponents = values.map((value) => Math.log10(Math.max(value, 0.01)));
  const first = Math.floor(Math.min(...exponents));
  const last = Math.max(Math.ceil(Math.max(...exponents)), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
}

function toScale(decades: readonly number[], start: number, end: number): Scale {
  const [first = 0, last = 1] = [decades[0], decades.at(-1)].map((decade) => Math.log10(decade ?? 1));
  return (value) => roundLength(start + ((Math.log10(Math.max(value, 0.01)) - first) / (last - first)) * (end - start));
}

function formatTick(value: number): string {
  return value < 1 ? value.toString() : value.toLocaleString("en");
}
