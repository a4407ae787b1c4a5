/**
 * Loaded into the host by NODE_OPTIONS: resolves the names in the file that LOAD_NAMES names to the addresses there. All
 * other names are looked up as usual.
 */
import dns from "node:dns";
import fs from "node:fs";

type Address = { address: string; family: number };
type Callback = (error: null, address: string | Address[] | undefined, family?: number) => void;

const names = JSON.parse(fs.readFileSync(process.env.LOAD_NAMES ?? "", "utf8")) as Record<string, string[]>;
const originalLookup = dns.lookup;

function lookup(name: string, options: dns.LookupAllOptions | Callback, callback: Callback): void {
  const addresses = names[name]?.map((address) => ({ address, family: 4 }));
  if (!addresses) {
    (originalLookup as (...args: unknown[]) => void)(name, options, callback);
    return;
  }
  const answer = typeof options === "function" ? options : callback;
  const isAll = typeof options === "object" && options.all;
  process.nextTick(() => (isAll ? answer(null, addresses) : answer(null, addresses[0]?.address, 4)));
}

dns.lookup = lookup as typeof dns.lookup;
