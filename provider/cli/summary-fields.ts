import { isDeepStrictEqual } from "node:util";
import { credentialSourceSchema } from "../config/credential-source";
import { toPrintable } from "../core/engine-text";
import { assignKeys, findKeyedLists } from "../core/keyed-lists";
import { formatEnginePath } from "../core/property-paths";
import { noTraits, type Traits } from "../core/traits";
import { sentinel } from "../core/tree";
import { defaults } from "../model/origin-group-fields";
import { describeOrder, findSourceName, groupLists, hasNewOrder } from "../model/source-lists";
import { resources } from "../resources/index";
import { escapeUnits, isJsonObject, type JsonObject } from "../values/json";
import { mask } from "../values/mask";

export type Verb = "create" | "update" | "replace" | "delete" | "import";

/** A resource that `pulumi up` would change, or that was changed outside of Pulumi. */
export interface Change {
  verb: Verb;
  /** The last part of the resource's type, such as `OriginGroup`; `Provider` for any provider. */
  type: string;
  name: string;
  id: string | undefined;
  /** Whether the resource option `retainOnDelete` keeps the object on the platform, whatever `onDestroy` says. */
  isRetained: boolean;
  /** The resource's arguments before and after the change. */
  before: JsonObject;
  after: JsonObject;
  /** The paths of the properties that differ, as far as Pulumi reports them. */
  paths: readonly string[];
  isEdgecloud: boolean;
  /** The properties whose change replaces the resource, as Pulumi reports them. */
  replacedFor: readonly string[];
}

/** A value in the arguments of a resource. */
interface Field {
  /** The key of a property, or the name or text of a list entry. Old and new fields are matched by name. */
  name: string;
  /** The path with the names of list entries: `sources.media.enabled`. A string in a list has the path of the list. */
  path: string;
  /** The path in Pulumi's diff, such as `sources[0].enabled`. */
  diffPath: string;
  value: unknown;
  /** The source of a credential has no children. */
  children?: Field[];
  isList: boolean;
  isEntry: boolean;
  isDefault: boolean;
  /** Where a credential is read: `env NAME` or `file PATH`. */
  source?: string;
  /** Whether no resource among the changes read a credential from this source before. */
  isNewSource?: boolean;
}

/** Of a new resource, only these arguments and the sources of its credentials are shown. */
const mainInputs = ["namespace", "name", "runtime", "flavor", "sources"];

/** The lists that the dynamic provider shows as objects (see `KeyedList`). */
const keyedLists = findKeyedLists({ ...noTraits, ...groupLists });

const knownLater = "known after `up`";

const maxLength = 120;

const maxOrderLength = 6_000;

/** Characters that show nothing, look like a space, or change how others are shown. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?! )\p{Z}/gu;

/** How many characters of a long text are shown before the first one that has changed. */
const shownBefore = 40;

/** Remarks are about what `up` would do, so drift has none. */
export function describeChanges(changes: readonly Change[], isDrift: boolean): string[][] {
  const fieldsBefore = changes.map(({ before, isEdgecloud }) => readField(before, isEdgecloud));
  const knownSources = new Set(fieldsBefore.flatMap(listLeaves).map(({ source }) => source));
  return changes.map((change, index) => {
    const { verb, after, isEdgecloud, paths } = change;
    const remarks = isDrift ? [] : describeRemarks(change, changes);
    const field = readField(after, isEdgecloud, knownSources);
    if (verb === "update" || verb === "replace") {
      return [...remarks, ...compare(fieldsBefore[index], field, paths)];
    }
    if (verb !== "create") {
      return remarks;
    }
    // The `mainInputs` of an adopted object are left out, because the object may already have these values.
    const shown = readAdoptedId(change) === undefined ? mainInputs : [];
    const main = shown.flatMap((name) => field.children?.find((child) => child.name === name) ?? []);
    const credentials = listLeaves(field).filter(({ source }) => source !== undefined);
    return [...remarks, ...[...main, ...credentials].map((one) => formatLine(one.path, describe(one)))];
  });
}

/** `knownSources` has the sources of credentials before the changes. If it is missing, no source counts as new. */
function readField(
  value: unknown,
  isEdgecloud: boolean,
  knownSources?: ReadonlySet<string | undefined>,
  at = { name: "", path: "", diffPath: "", isEntry: false },
): Field {
  const { name, path, diffPath } = at;
  const isDefault = isEdgecloud && (defaults as JsonObject)[name] === value;
  const field = { ...at, value, isList: false, isDefault };
  const source = /From\b/.test(path) ? credentialSourceSchema.safeParse(value).data : undefined;
  if (source) {
    // `source.file` is not shortened here, because two long ones can look the same once shortened.
    const text = source.env === undefined ? `file ${source.file}` : `env ${source.env}`;
    return { ...field, source: text, isNewSource: knownSources?.has(text) === false };
  }
  const list = isEdgecloud && isJsonObject(value) ? keyedLists.get(path) : undefined;
  const isList = list !== undefined || Array.isArray(value);
  const fieldsOfObject = isJsonObject(value) ? Object.entries(value) : undefined;
  const entries = Array.isArray(value)
    ? nameEntries(value).map((key, index) => [key, value[index] as unknown] as const)
    : (list?.listEntries(value)?.map(({ key, entry }) => [key, entry] as const) ?? fieldsOfObject);
  const children = entries?.map(([key, child], index) =>
    readField(child, isEdgecloud, knownSources, {
      name: key,
      path: isList && typeof child === "string" ? path : appendKey(path, key),
      diffPath: Array.isArray(value) ? `${diffPath}[${index}]` : appendKey(diffPath, key),
      isEntry: isList,
    }),
  );
  return { ...field, isList, children };
}

/** Makes names unique, because a host and a bucket may have the same one. Names of texts are shown, so they stay. */
function nameEntries(list: readonly unknown[]): string[] {
  const names = list.map((entry) => findSourceName(entry) ?? toText(entry));
  return list.some(isJsonObject) ? assignKeys(names) : names;
}

function listLeaves(field: Field): Field[] {
  return field.children && !isListOfTexts(field) ? field.children.flatMap(listLeaves) : [field];
}

function isListOfTexts({ isList, children = [] }: Field): boolean {
  return isList && !children.some(({ value }) => isJsonObject(value));
}

function compare(old: Field | undefined, now: Field | undefined, paths: readonly string[]): string[] {
  if (!old || !now) {
    return [
      ...(old ? [`− ${formatLine(old.path, typeof old.value === "object" ? "" : describe(old))}`] : []),
      ...(now ? [`+ ${formatLine(now.path, describe(now))}`] : []),
    ];
  }
  const { path, diffPath, value } = now;
  // Only Pulumi's paths show that a masked value has changed, and only if the field has kept its position.
  if (old.value === mask && value === mask) {
    // The paths of the plugin lead into a secret that is a part of an argument.
    const isNamed = paths.some((one) => one.startsWith(diffPath) && /^($|[.[])/.test(one.slice(diffPath.length)));
    return old.diffPath === diffPath && isNamed ? [formatLine(path, "*secret changed*")] : [];
  }
  if (old.children && now.children && old.isList === now.isList) {
    return compareChildren(old, now, paths);
  }
  if (isDeepStrictEqual(old.value, value)) {
    return [];
  }
  const areTexts = [old.value, value].every((each) => typeof each === "string" && each !== sentinel);
  const change = areTexts
    ? formatTextChange(old.value as string, value as string)
    : `${describe(old)} → ${describe(now)}`;
  return [formatLine(path, change)];
}

function compareChildren(old: Field, now: Field, paths: readonly string[]): string[] {
  const [before, after] = [old, now].map(({ children = [] }) => children) as [Field[], Field[]];
  const oldByName = new Map(before.map((child) => [child.name, child]));
  const newByName = new Map(after.map((child) => [child.name, child]));
  const lines = after.flatMap((child) => {
    const former = oldByName.get(child.name);
    const found = compare(former, child, paths);
    // Pulumi reports a moved entry only as a whole. If nothing visible differs, a secret in the entry may have changed.
    const hasMoved = now.isList && former !== undefined && former.diffPath !== child.diffPath;
    const isNamed = hasMoved && paths.some((named) => named.startsWith(child.diffPath));
    return isNamed && found.length === 0 && JSON.stringify(child.value).includes(mask)
      ? [formatLine(child.path, "*secret may have changed*")]
      : found;
  });
  const removed = before.filter(({ name }) => !newByName.has(name));
  const areTextLists = isListOfTexts(old) && isListOfTexts(now);
  // In lists of texts, an added or removed text is not a new order, so only the texts in both lists are compared.
  const [oldNames, newNames] = [before, after].map((children) =>
    children.map(({ name }) => name).filter((name) => !areTextLists || (oldByName.has(name) && newByName.has(name))),
  ) as [string[], string[]];
  return [
    ...lines,
    ...removed.flatMap((child) => compare(child, undefined, paths)),
    ...(now.isList && hasNewOrder(oldNames, newNames) ? [formatLine(now.path, formatOrder(after))] : []),
  ];
}

function describe(field: Field): string {
  const { name, path, value, children = [], isList, isEntry, source, isNewSource } = field;
  if (source !== undefined) {
    return `${formatCode(source)}${isNewSource ? " (new)" : ""}`;
  }
  if (isList && children.length > 0) {
    return isListOfTexts(field) ? formatCode(children.map((child) => child.name).join(", ")) : formatOrder(children);
  }
  if (isList || !isJsonObject(value)) {
    const lines = toText(value).split("\n").length;
    return value === sentinel ? knownLater : lines > 1 ? `${lines} lines` : formatCode(value);
  }
  return listLeaves(field)
    .filter((leaf) => !leaf.isDefault && !(isEntry && leaf.value === name))
    .map((leaf) => `${formatCode(leaf.path.slice(path.length).replace(/^\./, ""))}: ${describe(leaf)}`)
    .join(", ");
}

function formatLine(path: string, text: string): string {
  return `${formatCode(path)}${text === "" ? "" : `: ${text}`}`;
}

function formatOrder(entries: readonly Field[]): string {
  const [values, names] = [entries.map(({ value }) => value), entries.map(({ name }) => name)];
  return formatCode(describeOrder(values, names), maxOrderLength);
}

function appendKey(path: string, key: string): string {
  return path === "" ? key : formatEnginePath([path, key]);
}

function formatTextChange(old: string, now: string): string {
  if (`${old}${now}`.includes("\n")) {
    const counts = new Map<string, number>();
    old.split("\n").forEach((line) => counts.set(line, (counts.get(line) ?? 0) - 1));
    now.split("\n").forEach((line) => counts.set(line, (counts.get(line) ?? 0) + 1));
    const [added, gone] = [1, -1].map((sign) =>
      [...counts.values()].reduce((sum, count) => sum + Math.max(sign * count, 0), 0),
    );
    return added || gone ? `+${added} −${gone}` : "*lines reordered*";
  }
  let common = 0;
  while (common < old.length && old[common] === now[common]) {
    common += 1;
  }
  const start = Math.max(old.length, now.length) > maxLength ? Math.max(common - shownBefore, 0) : 0;
  return `${formatCode(old, maxLength, start)} → ${formatCode(now, maxLength, start)}`;
}

function describeRemarks(change: Change, all: readonly Change[]): string[] {
  const { verb, type, id, isRetained, before, replacedFor, isEdgecloud } = change;
  const onDestroy = isRetained ? "retain" : before.onDestroy;
  const adopted = readAdoptedId(change);
  const isOwnDelete = verb === "delete" && isEdgecloud;
  const adopter =
    isOwnDelete && id !== undefined
      ? all.find((other) => other.type === type && readAdoptedId(other) === id)
      : undefined;
  // A group or function that another resource adopts stays as it is. A snapshot may still be restored in part.
  const stays = onDestroy !== "retain" && findTraits(change)?.adoptedBy !== undefined;
  const remarks = [
    adopted !== undefined && `**adopts** ${adopted === sentinel ? `(${knownLater})` : formatCode(adopted)}`,
    adopter && `**hands over** ${formatCode(id)} to ${formatCode(adopter.name)}`,
    verb === "replace" && `**replaced**${replacedFor.length > 0 ? ` for ${formatCode(replacedFor.join(", "))}` : ""}`,
    isOwnDelete && onDestroy && !(adopter && stays) && `on the platform: ${formatCode(onDestroy)}`,
  ];
  return remarks.filter((remark) => typeof remark === "string");
}

function findTraits({ type, isEdgecloud }: Change): Traits | undefined {
  const definitions: Readonly<Record<string, { traits: Traits }>> = resources;
  return isEdgecloud && Object.hasOwn(definitions, type) ? definitions[type]?.traits : undefined;
}

/** Returns the ID of the object that a new resource adopts, or `sentinel` if the ID is not known yet. */
function readAdoptedId(change: Change): string | undefined {
  const { verb, after } = change;
  const traits = findTraits(change);
  if (verb !== "create" || !traits) {
    return undefined;
  }
  const { id, adoptedBy } = traits;
  // A resource without `adoptedBy` always adopts: its arguments name an existing object.
  const isNew = adoptedBy !== undefined && (after[adoptedBy] ?? false) === false;
  const parts = isNew ? undefined : id?.parts.map((name) => toText(after[name]));
  return parts?.includes(sentinel) ? sentinel : parts?.join("/");
}

/** Formats a value as a code span, in which neither Markdown nor the Git host interprets anything. */
export function formatCode(value: unknown, max = maxLength, start = 0): string {
  const text = toText(value).slice(start).replaceAll(sentinel, "…") || '""';
  const visible = toPrintable(text)
    .replace(/[\n\t]/g, (sign) => JSON.stringify(sign).slice(1, -1))
    .replace(invisible, escapeUnits);
  const shown = `${start > 0 ? "…" : ""}${visible.slice(0, max)}${visible.length > max ? "…" : ""}`;
  const longestRun = Math.max(0, ...(shown.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longestRun + 1);
  const padding = /^`|`$|^ .*[^ ].* $/.test(shown) ? " " : "";
  return fence + padding + shown + padding + fence;
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
