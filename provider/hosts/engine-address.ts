import type { TcpNetConnectOpts } from "node:net";

/**
 * The address that the engine has started this process with. It is the last argument: options for logs and traces come
 * before it.
 */
export function findEngineAddress(args: readonly string[] = process.argv.slice(2)): string | undefined {
  const last = args.at(-1);
  return parseAddress(last) && last;
}

/** Host and port of an address such as `127.0.0.1:45155`; undefined if it is not an address. */
export function parseAddress(address: string | undefined): TcpNetConnectOpts | undefined {
  const [, host, port] = /^([\w.-]+):(\d+)$/.exec(address ?? "") ?? [];
  return host && Number(port) < 65_536 ? { host, port: Number(port) } : undefined;
}
