import { API_KEY } from "./emulator-process";

/** An origin group as the platform answers it, as far as the tour looks at it. */
export interface Group {
  readonly id: number;
  readonly name: string;
  readonly sources: readonly { readonly backup: boolean }[];
}

/** A snapshot as the platform answers it, as far as the tour looks at it. */
export interface Snapshot {
  readonly id: string;
  readonly name: string;
  readonly tags: unknown;
}

/** What exists on the platform. */
export interface PlatformState {
  readonly originGroups: readonly Group[];
  readonly snapshots: readonly Snapshot[];
  readonly functions: readonly { readonly status: string; readonly endpoint: string }[];
}

/** Uses the platform's own HTTP API, as somebody would who changes things behind Pulumi's back. */
export class Platform {
  constructor(private readonly url: string) {}

  async findGroup(name: string): Promise<Group | undefined> {
    const answer = await this.send("GET", `/cdn/origin_groups?name=${encodeURIComponent(name)}`);
    const groups = (answer as { results?: Group[] }).results ?? (answer as Group[]);
    return groups.find((group) => group.name === name);
  }

  async changeGroup(id: number, changes: object): Promise<Group> {
    return (await this.send("PATCH", `/cdn/origin_groups/${id}`, changes)) as Group;
  }

  /** Asks the emulator itself what exists. */
  async readState(): Promise<PlatformState> {
    return (await this.send("GET", "/__emulator/state")) as PlatformState;
  }

  private async send(method: string, path: string, body?: object): Promise<unknown> {
    const url = this.url + path;
    const headers = { Authorization: `apikey ${API_KEY}`, "Content-Type": "application/json" };
    const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
    if (!response.ok) {
      throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
    }
    return response.json();
  }
}
