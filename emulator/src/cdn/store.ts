import type { Dialect } from "../dialect";
import { InvalidInputError } from "../seed-error";
import type { Seed } from "../seed";
import type { OriginGroup } from "./origin-groups/model";
import type { CdnState, NameKind } from "./seed";

const empty: CdnState = {
  originGroups: [],
  // Generous, so that only a seed brings a plan's limits into play.
  plan: { originsLimit: 100, groupsLimit: 10_000 },
  names: {},
};

const firstId = 1001;

/** The CDN's state in memory. Every change is one synchronous step, so parallel requests cannot see half of it. */
export class CdnStore {
  /** Words in force; groups were stored with them. */
  dialect: Dialect;
  private settings: CdnState = empty;
  private groups = new Map<number, OriginGroup>();
  private nextId = firstId;

  constructor(dialect: Dialect) {
    this.dialect = dialect;
  }

  /** Takes the CDN's keys of a seed; changes nothing when it throws. */
  load(seed: Seed, mode: "add" | "replace", dialect: Dialect): void {
    const base = mode === "add" ? this.settings : empty;
    const groups = new Map(mode === "add" ? this.groups : []);
    // IDs go on counting after a replacement within "add" only: a fresh state starts with the same IDs every time.
    let nextId = mode === "add" ? this.nextId : firstId;
    const seeded = seed.originGroups ?? [];
    for (const { id } of seeded) if (id !== undefined && id >= nextId) nextId = id + 1;
    for (const [index, group] of seeded.entries()) {
      const id = group.id ?? nextId++;
      const path = `originGroups[${index}]`;
      if (groups.has(id)) throw new InvalidInputError(`The seed is not valid: ${path}.id: ${id} is used already`);
      for (const other of groups.values()) {
        if (other.name !== group.name) continue;
        throw new InvalidInputError(`The seed is not valid: ${path}.name: "${group.name}" is used already`);
      }
      groups.set(id, { ...group, id });
    }
    const names = { ...base.names };
    for (const [name, kind] of Object.entries(seed.names ?? {})) names[name.toLowerCase()] = kind;
    this.groups = groups;
    this.nextId = nextId;
    this.dialect = dialect;
    this.settings = {
      ...base,
      ...(seed.edgeApps && { edgeApps: seed.edgeApps }),
      ...(seed.s3Regions && { s3Regions: seed.s3Regions }),
      plan: {
        originsLimit: seed.plan?.originsLimit ?? base.plan.originsLimit,
        groupsLimit: seed.plan?.groupsLimit ?? base.plan.groupsLimit,
      },
      names,
    };
  }

  /** A copy of everything, real credentials included. */
  state(): CdnState {
    return structuredClone({ ...this.settings, originGroups: this.list() });
  }

  /** All groups by ascending ID. */
  list(): OriginGroup[] {
    return [...this.groups.values()].sort((a, b) => a.id - b.id);
  }

  /** One group, or undefined. */
  get(id: number): OriginGroup | undefined {
    return this.groups.get(id);
  }

  /** Stores a new group under the next ID. */
  add(group: Omit<OriginGroup, "id">): OriginGroup {
    const stored = { ...group, id: this.nextId++ };
    this.groups.set(stored.id, stored);
    return stored;
  }

  /** Puts a group in the place of the one with its ID. */
  put(group: OriginGroup): void {
    this.groups.set(group.id, group);
  }

  /** Removes a group. */
  remove(id: number): void {
    this.groups.delete(id);
  }

  /** Whether the plan allows one more group. */
  hasRoom(): boolean {
    return this.groups.size < this.settings.plan.groupsLimit;
  }

  /** Plan, applications and regions in force. */
  get limits(): Pick<CdnState, "plan" | "edgeApps" | "s3Regions"> {
    return this.settings;
  }

  /** How a host name or an address behaves; undefined: like any public one. */
  nameKind(host: string): NameKind | undefined {
    return this.settings.names[host.toLowerCase()];
  }
}
