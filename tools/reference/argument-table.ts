import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../paths";
import type { NamedTypeSpec, PackageSpec, PropertySpec } from "../schema/spec";
import { findField, listHeadings, type Heading } from "./headings";

const HEAD = ["| argument | type | default | changes | what |", "| --- | --- | --- | --- | --- |"];

/**
 * Puts a table of all arguments, with the fields in them, on top of the page of a resource; each links to where the
 * page says everything about it. Other pages stay as they are.
 */
export function addArgumentTable(page: string, text: string): string {
  const schema = JSON.parse(fs.readFileSync(path.join(ROOT, "provider", "schema.json"), "utf8")) as PackageSpec;
  const resource = page === "Provider" ? schema.provider : schema.resources[`edgecloud:index:${page}`];
  if (!resource) {
    return text;
  }
  const rows = new ArgumentTable(schema.types, listHeadings(text), `${page}Args`).listRows(resource.inputProperties);
  return text.replace("\n#### Properties\n", () => `\n${[...HEAD, ...rows].join("\n")}\n\n#### Properties\n`);
}

class ArgumentTable {
  constructor(
    private readonly types: PackageSpec["types"],
    private readonly headings: readonly Heading[],
    private readonly args: string,
  ) {}

  /** The rows of all arguments, in the order of the page. Some are of TypeScript alone, and not in the schema. */
  listRows(specs: Readonly<Record<string, PropertySpec>>): string[] {
    return this.headings
      .filter(({ owner, field }) => owner === this.args && field !== "")
      .flatMap((heading) => {
        const description = /\n```\n\n([^]*?)(?:\n\n|$)/.exec(heading.text)?.[1]?.replaceAll("\n", " ");
        const spec = specs[heading.field] ?? { type: "string", description };
        return this.listRowsOf(heading, spec, heading.field);
      });
  }

  /** The row of an argument or field, and those of its fields, where the page describes them. */
  private listRowsOf(heading: Heading | undefined, spec: PropertySpec, name: string): string[] {
    if (!heading) {
      return [];
    }
    const isRequired = heading.owner === this.args && !heading.isOptional;
    const row = writeRow([
      `[\`${name}\`](#${heading.anchor})`,
      this.describeType(spec),
      ...describeUse(spec, isRequired),
    ]);
    const fields = spec.deprecationMessage ? {} : (this.findType(spec.items ?? spec)?.properties ?? {});
    const rows = Object.entries(fields).flatMap(([field, inner]) =>
      this.listRowsOf(findField(this.headings, this.args, field), inner, `${name}${spec.items ? "[]" : ""}.${field}`),
    );
    return [row, ...rows];
  }

  private describeType(spec: PropertySpec): string {
    const { type = "", items, additionalProperties, oneOf } = spec;
    if (items) {
      return `list of ${this.describeType(items)}`;
    }
    if (oneOf) {
      return oneOf.map((one) => this.describeType(one)).join(" or ");
    }
    if (additionalProperties) {
      return `map of ${this.describeType(additionalProperties)}`;
    }
    const values = this.findType(spec)?.enum?.map(({ value }) => `\`${value}\``);
    return values?.join(", ") ?? (spec.$ref ? "object" : type);
  }

  private findType({ $ref = "" }: PropertySpec): NamedTypeSpec | undefined {
    return this.types[$ref.replace("#/types/", "")];
  }
}

/** Whether it is required or its default, what a change does, and the first sentence about it, one for each kind of origin. */
function describeUse(spec: PropertySpec, isRequired: boolean): string[] {
  const { description = "", deprecationMessage, willReplaceOnChanges, replaceOnChanges } = spec;
  const [, given] = / Default: (.*?)\.(?= For |$)/s.exec(description) ?? [];
  const [, kinds, isNeeded] = / For `originType` (.*?) only(, and required there)?\.$/.exec(description) ?? [];
  const sentences = description.split(/(?<=\.) (?=[A-Z])/).slice(0, kinds?.includes(" and ") ? 2 : 1);
  const ofKinds = kinds && `${isNeeded ? "required " : ""}for ${kinds}`;
  return [
    isRequired ? "required" : [given, ofKinds].filter(Boolean).join("; "),
    willReplaceOnChanges || replaceOnChanges ? "**replaces**" : "in place",
    deprecationMessage ? "_Deprecated._" : sentences.join(" "),
  ];
}

function writeRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
