import { startEmulator, type Emulator, type SeedInput } from "edgecloud-emulator";
import { FunctionsEndpoint } from "../../../provider/api/calls/functions";
import { OriginGroupsEndpoint } from "../../../provider/api/calls/origin-groups";
import { SnapshotsEndpoint } from "../../../provider/api/calls/snapshots";
import { systemClock } from "../../../provider/api/transport/stop";
import { clientOf } from "./server";

export const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);
const scope = { projectId: 12, regionId: 7 };
const stored = { project_id: 12, region_id: 7 };
const functionsPath = "/cloud/v1/faas/namespaces/12/7/images/functions";
const snapshotId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const code = { code_text: "code", main_method: "main", runtime: "go1.16.6", flavor: "80mCPU-128MB", timeout: 5 };
export const group = (id: number) => ({ id, name: `group-${id}`, sources: [{ source: `host-${id}.example.com` }] });

/** A platform of its own for each test file, empty for each test. */
export let emulator: Emulator;
let setForwardMs = 0;
const startedAt = systemClock.now();
systemClock.now = () => startedAt + setForwardMs;

/** Lets time pass for lists, and nothing else does: on a busy machine a list would no longer be fresh. */
export function passSeconds(count: number): void {
  setForwardMs += count * 1000;
}

beforeAll(async () => {
  emulator = await startEmulator();
});

beforeEach(() => {
  emulator.reset();
  setForwardMs = 0;
});

afterAll(() => emulator.close());

const connected = (more = {}) => clientOf(emulator.url, { apiKey: "demo-key", ...more });
/** The state does not contradict the list. */
export const isKnown = () => true;

/** Requests since the last call, without their IDs and cursors: "GET /cdn/origin_groups list". */
export function requests(): string[] {
  const sent = emulator.requests().map(({ method, path, query }) => `${method} ${path}${query.limit ? " list" : ""}`);
  emulator.clearRequests();
  return sent;
}

export const isList = (text: string) => text.endsWith(" list");

interface ListedKindOfTest {
  list: string;
  /** The path of an object. */
  path: (id: number) => string;
  seed: (count: number) => SeedInput;
  /** The calls about one object. */
  connect: (more?: object) => Record<"read" | "get" | "change", (id: number) => Promise<object>> & {
    /** Snapshots are never deleted. */
    remove?: (id: number) => Promise<unknown>;
  };
}

/** The kinds of objects that are listed, each with objects 1 to `count`. */
export const kinds: Record<string, ListedKindOfTest> = {
  groups: {
    list: "/cdn/origin_groups",
    path: (id) => `/cdn/origin_groups/${id}`,
    seed: (count: number): SeedInput => ({ originGroups: numbers(count).map(group) }),
    connect: (more) => {
      const endpoint = new OriginGroupsEndpoint(connected(more));
      return {
        read: (id) => endpoint.read(String(id), isKnown),
        get: (id) => endpoint.get(String(id)),
        change: (id) => endpoint.replace(String(id), { ...group(id), use_next: true }),
        remove: (id) => endpoint.delete(String(id)),
      };
    },
  },
  snapshots: {
    list: "/cloud/v1/snapshots/12/7",
    path: (id) => `/cloud/v1/snapshots/12/7/${snapshotId(id)}`,
    seed: (count: number): SeedInput => ({
      snapshots: numbers(count).map((id) => ({ ...stored, id: snapshotId(id), name: `snapshot ${id}` })),
    }),
    connect: (more) => {
      const endpoint = new SnapshotsEndpoint(connected(more));
      const refOf = (id: number) => ({ ...scope, snapshotId: snapshotId(id) });
      return {
        read: (id) => endpoint.read(refOf(id), isKnown),
        get: (id) => endpoint.get(refOf(id)),
        change: (id) => endpoint.patch(refOf(id), { name: `renamed ${id}` }),
      };
    },
  },
  functions: {
    list: functionsPath,
    path: (id) => `${functionsPath}/function-${id}`,
    seed: (count: number): SeedInput => ({
      namespaces: [{ ...stored, name: "images" }],
      functions: numbers(count).map((id) => ({ ...stored, ...code, namespace: "images", name: `function-${id}` })),
    }),
    connect: (more) => {
      const endpoint = new FunctionsEndpoint(connected(more));
      const refOf = (id: number) => ({ ...scope, namespace: "images", name: `function-${id}` });
      return {
        read: (id) => endpoint.read(refOf(id), isKnown),
        get: (id) => endpoint.get(refOf(id)),
        change: (id) => endpoint.patch(refOf(id), { description: "changed" }),
        remove: (id) => endpoint.delete(refOf(id)),
      };
    },
  },
};

/** The groups of an account, and how they are read. */
export function groupsOf(count: number, more = {}) {
  emulator.seed({ originGroups: numbers(count).map(group) });
  const endpoint = new OriginGroupsEndpoint(connected(more));
  return {
    endpoint,
    readAll: (ids = numbers(count)) => Promise.all(ids.map((id) => endpoint.read(String(id), isKnown))),
  };
}

/** For a fault of the list of groups. */
export const ofList = { method: "GET", path: "/cdn/origin_groups", query: { limit: "1000" }, times: 1000 } as const;
