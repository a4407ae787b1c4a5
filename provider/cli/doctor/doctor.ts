import type { CliSettings } from "../settings";
import { checkCertificates, checkConfiguration, checkProxy } from "./configuration";
import { checkCredentials } from "./credentials";
import { createReport, type Report } from "./finding";
import { checkInstalled } from "./installed";
import { probePlatform } from "./platform";

/** Looks at everything that an operation of Pulumi in this folder depends on. Changes nothing, and shows no secret. */
export async function runChecks(folder: string, settings: CliSettings): Promise<Report> {
  const { findings, config } = checkConfiguration(settings);
  const all = [
    ...(await checkInstalled(folder)),
    ...findings,
    ...(await checkCredentials(folder, settings.stack)),
    ...(config ? [checkProxy(config)] : []),
    ...checkCertificates(),
    ...(config ? await probePlatform(config) : []),
  ];
  const proxyLogin = config?.proxy ? new URL(config.proxy.url).password : "";
  const logins = proxyLogin ? [proxyLogin, decodeURIComponent(proxyLogin)] : [];
  return createReport(all, [...settings.collectSecrets(), ...logins]);
}
