import * as pulumi from "@pulumi/pulumi";

/**
 * The mocks of `pulumi.runtime.setMocks` while they are in use: a program's unit test, which no engine runs. Mocks
 * without `call` mock resources only.
 */
export function mocksInUse(): pulumi.runtime.Mocks | undefined {
  // By its shape, not its class: a test may have loaded the SDK twice, and an engine's monitor has no such property.
  const { mocks } = (pulumi.runtime.getMonitor() ?? {}) as { mocks?: Partial<pulumi.runtime.Mocks> };
  return typeof mocks?.call === "function" ? (mocks as pulumi.runtime.Mocks) : undefined;
}

/**
 * Asks the mocks for a function of this package. What they answer or throw is passed on as it is: Pulumi's own `invoke`
 * makes an object of every answer, a list of images too, and an error without a message of every failure.
 */
export async function askMocks(
  mocks: pulumi.runtime.Mocks,
  name: string,
  args: unknown,
  provider: pulumi.ProviderResource | undefined,
): Promise<unknown> {
  const inputs: unknown = JSON.parse(JSON.stringify(args));
  const chosen = provider && { provider: await pulumi.ProviderResource.register(provider) };
  return mocks.call({ token: `edgecloud:index:${name}`, inputs, ...chosen });
}
