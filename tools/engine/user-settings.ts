const USER_SETTINGS = /^(EDGECLOUD_.*|(https?|no|all)_proxy|NODE_OPTIONS|NODE_EXTRA_CA_CERTS)$/i;

/**
 * Deletes the user's own settings from the environment: none may lead to a real platform, ask a proxy for what is on this
 * machine, or change how programs and hosts run. Only once the engine is there: its download may need the proxy.
 * @param options.keepsNodeOptions For what tests run, too: by NODE_OPTIONS, they make hosts start in less time.
 */
export function forgetUserSettings({ keepsNodeOptions = false } = {}): void {
  for (const name of Object.keys(process.env).filter((name) => USER_SETTINGS.test(name))) {
    if (!(keepsNodeOptions && name === "NODE_OPTIONS")) {
      delete process.env[name];
    }
  }
}
