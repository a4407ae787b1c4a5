import type { OriginGroupAnswer, OriginGroupsEndpoint } from "../../api/calls/origin-groups";

/** Groups of the account by their names. */
interface Listed {
  groups: ReadonlyMap<string, OriginGroupAnswer>;
  /** Whether these are all groups of the account. */
  isComplete: boolean;
}

/**
 * Finds groups by their names, for all new groups of a preview. One list of the account answers for as long as the
 * preview runs. It is read to its end only once as many names were looked for as it has further pages; until then, a
 * name that is not on its first page is looked up separately.
 */
export class ExistingGroups {
  private lookups = 0;
  /** The pages that were not read. */
  private remainingPages = 0;
  private listed?: Promise<Listed>;

  constructor(private readonly endpoint: () => OriginGroupsEndpoint) {}

  /** The group of exactly this name. */
  async find(name: string): Promise<OriginGroupAnswer | undefined> {
    this.lookups++;
    if (this.remainingPages > 0 && this.remainingPages <= this.lookups) {
      this.remainingPages = 0;
      this.listed = undefined;
    }
    const { groups, isComplete } = await (this.listed ??= this.list());
    return groups.get(name) ?? (isComplete ? undefined : this.endpoint().findByName(name));
  }

  private async list(): Promise<Listed> {
    let isComplete = true;
    const groups = await this.endpoint().list({}, (remainingPages) => {
      isComplete = remainingPages <= this.lookups;
      this.remainingPages = isComplete ? 0 : remainingPages;
      return isComplete;
    });
    return { groups: new Map(groups.map((group) => [group.name, group])), isComplete };
  }
}
