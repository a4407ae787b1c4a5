/**
 * How a host name behaves. `unresolvable`, `private`, `forbiddenNetwork` and `ipv6Only` are outcomes of resolving it;
 * `forbidden` is blocked; `privateOrigin` is accepted only as the sole origin of a group.
 */
export const nameKinds = [
  "unresolvable",
  "private",
  "forbiddenNetwork",
  "ipv6Only",
  "forbidden",
  "privateOrigin",
] as const;

/** See {@link nameKinds}. */
export type NameKind = (typeof nameKinds)[number];
