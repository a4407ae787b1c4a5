import type { Received } from "../../unit/api/server";
import type { Resource } from "./providers";

/** One segment of a path: not empty, and without characters that lead elsewhere, however often they are decoded. */
const segment = String.raw`((?!\.{1,2}(?:$|[/?]))(?:[\w.~!'()*-]|%(?!2F|5C|0.|1.|7F)[0-9A-F]{2})+)`;
const number = String.raw`(\d+)`;

const shapes: Record<Resource | "other", string[]> = {
  OriginGroup: ["/cdn/origin_groups", `/cdn/origin_groups/${segment}`],
  SnapshotAttributes: [`/cloud/v1/snapshots/${number}/${number}`, `/cloud/v1/snapshots/${number}/${number}/${segment}`],
  CloudFunction: [
    // Says whether the namespace of a function is gone.
    `/cloud/v1/faas/namespaces/${number}/${number}`,
    `/cloud/v1/faas/namespaces/${number}/${number}/${segment}/functions`,
    `/cloud/v1/faas/namespaces/${number}/${number}/${segment}/functions/${segment}`,
    `/cloud/v1/tasks/${segment}`,
  ],
  FunctionNamespace: [
    `/cloud/v1/faas/namespaces/${number}/${number}`,
    `/cloud/v1/faas/namespaces/${number}/${number}/${segment}`,
    `/cloud/v1/tasks/${segment}`,
  ],
  other: [
    `/cloud/v1/images/${number}/${number}`,
    `/cloud/v1/images/${number}/${number}/${segment}`,
    `/streaming/streams/${number}`,
    "/streaming/statistics/vod/transcoding_duration",
    "/cdn/advanced/v2/query",
  ],
};

/** Expects requests only for the resource's own paths, and for the object with that ID. */
export function expectOwnPaths(requests: readonly Received[], resource: Resource | "other", id?: string): void {
  const known = shapes[resource].map((shape) => new RegExp(`^${shape}(?:\\?.*)?$`));
  for (const { url = "" } of requests) {
    const match = known.map((shape) => shape.exec(url)).find((found) => found !== null);
    expect(match ? "its own" : url).toBe("its own");
    if (id !== undefined && !url.includes("/tasks/")) {
      const segments = (match ?? []).slice(1).map(decodeURIComponent);
      expect(id.split("/")).toEqual(expect.arrayContaining(segments));
    }
  }
}
