import type { Dialect } from "../dialect";
import { mergeChange } from "../json-object";
import { InvalidInputError } from "../invalid-input";
import type { NameKind, CdnState } from "./seed";
import type { Seed } from "../seed";
import type { OriginGroup } from "./origin-groups/stored-schema";

const empty: CdnState = {
  originGroups: [],
  // Generous, so that limits matter only if a seed sets them.
  plan: { originsLimit: 100, groupsLimit: 10_000 },
  names: {},
  cdn: { olderLegacySecretRule: false, ignoresOffset: false },
};

const firstId = 1001;

function mergeConfig(base: CdnState, { plan, names = {}, edgeApps, s3Regions, cdn }: Seed): CdnState {
  const lowerCase = Object.entries(names).map(([name, kind]) => [name.toLowerCase(), kind]);
  return {
    ...base,
    ...(edgeApps && { edgeApps }),
    ...(s3Regions && { s3Regions }),
    plan: mergeChange(base.plan, plan),
    cdn: mergeChange(base.cdn, cdn),
    names: { ...base.names, ...(Object.fromEntries(lowerCase) as CdnState["names"]) },
  };
}

/** The CDN's state in memory. Every change is synchronous, so parallel requests never see half of it. */
export class CdnStore {
  /** The current words, which stored groups use. */
  dialect: Dialect;
  private config: CdnState = empty;
  private groups = new Map<number, OriginGroup>();
  private idsByName = new Map<string, number>();
  private nextId = firstId;

  constructor(dialect: Dialect) {
    this.dialect = dialect;
  }

  /** See `Area.prepareSeed`. */
  prepareSeed(seed: Seed, mode: "add" | "replace", dialect: Dialect): () => void {
    const config = mergeConfig(mode === "add" ? this.config : empty, seed);
    const groups = new Map(mode === "add" ? this.groups : []);
    const idsByName = new Map(mode === "add" ? this.idsByName : []);
    const seeded = seed.originGroups ?? [];
    // IDs go on counting when the state is replaced: like the platform's, an ID is never reused.
    let nextId = Math.max(this.nextId, ...seeded.map(({ id = 0 }) => id + 1));
    for (const [index, group] of seeded.entries()) {
      const path = `originGroups[${index}]`;
      const id = group.id ?? nextId++;
      const sameName = idsByName.has(group.name);
      if (groups.has(id)) {
        throw new InvalidInputError(`The seed is not valid: ${path}.id: ${id} is already used`);
      }
      if (sameName) {
        throw new InvalidInputError(`The seed is not valid: ${path}.name: "${group.name}" is already used`);
      }
      groups.set(id, { ...group, id });
      idsByName.set(group.name, id);
    }
    return () => {
      this.config = config;
      this.groups = new Map([...groups].sort(([a], [b]) => a - b));
      this.idsByName = idsByName;
      this.nextId = nextId;
      this.dialect = dialect;
    };
  }

  /** Empties the account; IDs count from the start again. */
  clear(): void {
    this.config = empty;
    this.groups = new Map();
    this.idsByName = new Map();
    this.nextId = firstId;
  }

  /** A copy of the state, with real credentials. */
  exportState(): CdnState {
    return structuredClone({ ...this.config, originGroups: this.list() });
  }

  /** All groups by ascending ID. */
  list(): OriginGroup[] {
    // In order of insertion, in which IDs ascend.
    return [...this.groups.values()];
  }

  /** One group, or undefined. */
  get(id: number): OriginGroup | undefined {
    return this.groups.get(id);
  }

  /** Stores a new group under the next ID. */
  add(group: Omit<OriginGroup, "id">): OriginGroup {
    const stored = { ...group, id: this.nextId++ };
    this.put(stored);
    return stored;
  }

  /** Stores a group under its ID. */
  put(group: OriginGroup): void {
    const before = this.groups.get(group.id);
    if (before) {
      this.idsByName.delete(before.name);
    }
    this.groups.set(group.id, group);
    this.idsByName.set(group.name, group.id);
  }

  remove(id: number): void {
    const group = this.groups.get(id);
    if (group) {
      this.idsByName.delete(group.name);
    }
    this.groups.delete(id);
  }

  /** Whether a group other than `ownId` has the name. */
  isNameTaken(name: string, ownId: number | undefined): boolean {
    const id = this.idsByName.get(name);
    return id !== undefined && id !== ownId;
  }

  /** Whether the plan allows one more group. */
  canAddGroup(): boolean {
    return this.groups.size < this.config.plan.groupsLimit;
  }

  /** Plan, edge applications, regions and switches. */
  get settings(): Pick<CdnState, "plan" | "edgeApps" | "s3Regions" | "cdn"> {
    return this.config;
  }

  /** How a host name or an address behaves; undefined means like a public one. */
  lookUpName(host: string): NameKind | undefined {
    const { names } = this.config;
    const name = host.toLowerCase();
    return Object.hasOwn(names, name) ? names[name] : undefined;
  }
}
