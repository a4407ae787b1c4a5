import type { Settings } from "../settings";
import { configuration } from "./configuration";
import { reportOf, type Report } from "./finding";
import { installedFindings } from "./installed";
import { networkFindings } from "./network";
import { platformFindings } from "./platform";

/** Looks at everything that an operation of Pulumi in this folder depends on. Changes nothing, and shows no secret. */
export async function examine(folder: string, settings: Settings): Promise<Report> {
  const { findings, config } = configuration(settings);
  const all = [
    ...(await installedFindings(folder)),
    ...findings,
    ...networkFindings(config),
    ...(config ? await platformFindings(config) : []),
  ];
  const proxyLogin = config?.proxy ? new URL(config.proxy.url).password : "";
  return reportOf(all, [...settings.secrets(), ...(proxyLogin ? [proxyLogin, decodeURIComponent(proxyLogin)] : [])]);
}
