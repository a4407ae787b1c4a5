import { readFileSync } from "node:fs";
import type { Config } from "../../config/config";
import type { Finding } from "./finding";

/** The proxy and the certificates that calls are made with. */
export function checkNetwork(config: Config | undefined): Finding[] {
  return [...(config ? [checkProxy(config)] : []), ...checkCertificates()];
}

function checkProxy({ proxy }: Config): Finding {
  const check = "proxy";
  // The host only: the address may hold a login.
  return proxy
    ? { check, level: "ok", message: `${new URL(proxy.url).host} (environment variable ${proxy.variable})` }
    : { check, level: "ok", message: "none for this base URL" };
}

function checkCertificates(): Finding[] {
  const check = "certificates";
  const { NODE_EXTRA_CA_CERTS: file, NODE_TLS_REJECT_UNAUTHORIZED: rejectUnauthorized } = process.env;
  const unchecked: Finding[] =
    rejectUnauthorized === "0"
      ? [
          {
            check,
            level: "problem",
            message: "NODE_TLS_REJECT_UNAUTHORIZED is 0: the key goes to whoever answers",
            advice: "Remove the variable, and set NODE_EXTRA_CA_CERTS to the path of the CA's certificate",
          },
        ]
      : [];
  if (!file) {
    return [...unchecked, { check, level: "ok", message: "those bundled with Node.js" }];
  }
  const problem = checkCertificateFile(file);
  const finding: Finding = problem
    ? {
        check,
        level: "problem",
        message: `NODE_EXTRA_CA_CERTS names ${file}, ${problem}; Node.js continues without it`,
        advice: "Give the full path of a PEM file with the CA's certificate",
      }
    : { check, level: "ok", message: `those bundled with Node.js, and ${file} (NODE_EXTRA_CA_CERTS)` };
  return [...unchecked, finding];
}

function checkCertificateFile(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").includes("-----BEGIN") ? undefined : "which has no certificate in it";
  } catch {
    return "which cannot be read";
  }
}
