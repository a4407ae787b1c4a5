/** A heading of a page. */
export interface Heading {
  /** The name of the argument or field; empty for any other heading. */
  readonly field: string;
  readonly isOptional: boolean;
  readonly anchor: string;
  /** The interface or class that it is in. */
  readonly owner: string;
  /** What the page says below it. */
  readonly text: string;
}

/** The headings of a page, with the anchors that GitHub makes of them. */
export function listHeadings(page: string): Heading[] {
  const seen = new Map<string, number>();
  let owner = "";
  const sections = page.split(/^(?=#+ )/m).filter((section) => section.startsWith("#"));
  return sections.map((section) => {
    const [, level = "", title = "", text = ""] = /^(#+) (.*)\n([^]*)$/.exec(section) ?? [];
    const slug = title
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-");
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    owner = level.length === 3 ? title : owner;
    const field = level.length === 5 ? title.replace(/[~?]/g, "") : "";
    const anchor = times === 0 ? slug : `${slug}-${times}`;
    return { field, isOptional: title.includes("?"), anchor, owner, text };
  });
}

/** The heading of a field in an argument: in the interface that says most of it. */
export function findField(headings: readonly Heading[], args: string, name: string): Heading | undefined {
  const found = headings.filter(({ field, owner }) => field === name && owner !== args && !owner.endsWith("Output"));
  const given = found.filter(({ text }) => !text.includes("?: undefined;"));
  return given.toSorted((a, b) => b.text.length - a.text.length)[0];
}
