import type { OriginGroupAnswer, OriginGroupsEndpoint } from "../../api/calls/origin-groups";

/** Groups of the account by their names. */
interface Listed {
  groups: ReadonlyMap<string, OriginGroupAnswer>;
  /** Whether they are all that there are. */
  isWhole: boolean;
}

/**
 * Finds groups by their names, for all new groups of a preview. One list of the account answers for as long as the
 * preview runs. It is read to its end only once as many names were looked for as it has further pages; until then, a
 * name that its first page lacks is asked for by itself.
 */
export class ExistingGroups {
  private looks = 0;
  /** The pages that were not read. */
  private remainingPages = 0;
  private listed?: Promise<Listed>;

  constructor(private readonly endpoint: () => OriginGroupsEndpoint) {}

  /** The group of exactly this name. */
  async find(name: string): Promise<OriginGroupAnswer | undefined> {
    this.looks++;
    if (this.remainingPages > 0 && this.remainingPages <= this.looks) {
      this.remainingPages = 0;
      this.listed = undefined;
    }
    const { groups, isWhole } = await (this.listed ??= this.list());
    return groups.get(name) ?? (isWhole ? undefined : this.endpoint().findByName(name));
  }

  private async list(): Promise<Listed> {
    let isWhole = true;
    const groups = await this.endpoint().list({}, (remainingPages) => {
      isWhole = remainingPages <= this.looks;
      this.remainingPages = isWhole ? 0 : remainingPages;
      return isWhole;
    });
    return { groups: new Map(groups.map((group) => [group.name, group])), isWhole };
  }
}
