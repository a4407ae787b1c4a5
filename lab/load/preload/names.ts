/** Loaded into the host by NODE_OPTIONS: resolves the names in the file that LOAD_NAMES names to the addresses there. */
import dns from "node:dns";
import fs from "node:fs";

type Answer = (error: null, address: string | dns.LookupAddress[] | undefined, family?: number) => void;

const names = JSON.parse(fs.readFileSync(process.env.LOAD_NAMES ?? "", "utf8")) as Record<string, string[]>;
const original = dns.lookup as (...args: unknown[]) => void;

dns.lookup = ((name: string, options: dns.LookupAllOptions | Answer, callback: Answer) => {
  const addresses = names[name]?.map((address) => ({ address, family: 4 }));
  const answer = typeof options === "function" ? options : callback;
  const found = typeof options === "object" && options.all ? addresses : addresses?.[0]?.address;
  return addresses ? process.nextTick(() => answer(null, found, 4)) : original(name, options, callback);
}) as typeof dns.lookup;
