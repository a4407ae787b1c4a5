/** The end of one resource's part in the output of a preview. */
const nextSection = /^ *(?:[~+-]+ *)?(?:pulumi-nodejs|edgecloud):|^ *--outputs:|^Resources:/m;

/** What `preview --diff` shows of the resource of that name. */
export function sectionOf(preview: string, name: string): string {
  const [, section = ""] = preview.split(`::${name}]\n`);
  return section.split(nextSection)[0] ?? "";
}

/** The same on one line, without messages, and without the dots that Pulumi prints while something takes long. */
export function diffOf(preview: string, name: string): string {
  const shown = sectionOf(preview, name).replace(/^\S.*$/gm, "");
  return shown.replace(/\s+/g, " ").trim();
}

/** The lines of it that change something. */
export function changedLines(preview: string, name: string): string[] {
  const lines = sectionOf(preview, name).split("\n");
  return lines.filter((line) => /^\s+[-+~] /.test(line)).map((line) => line.trim());
}
