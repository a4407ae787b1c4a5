import * as pulumi from "@pulumi/pulumi";

/** Properties of components that the SDK does not declare, although its own `dependsOn` relies on them. */
interface ComponentInternals {
  /** Resolves when the component has made all its children. */
  __data?: Promise<unknown>;
  __childResources?: Iterable<pulumi.Resource>;
}

/**
 * Finds the URNs of the resources in `dependsOn`, and of those that the arguments come from, sorted; the output resolves
 * when all of them exist. A component in `dependsOn` counts with all its children, as in the options of a resource; as
 * the source of an argument it does not, because the call may be one that it waits for itself.
 */
export function findDependencies(
  { dependsOn = [] }: pulumi.InvokeOutputOptions,
  args: pulumi.Output<unknown>,
): pulumi.Output<string[]> {
  const given = pulumi.output(dependsOn) as pulumi.Output<unknown>;
  return given
    .apply(async (known) => {
      const named = await Promise.all(([known].flat() as pulumi.Resource[]).map(withChildren));
      return [...named.flat(), ...(await findSources(args))];
    })
    .apply((resources) => pulumi.all(resources.map(waitForUrn)))
    .apply((urns) => [...new Set(urns)].sort());
}

/** The resources that an output comes from. The SDK does not declare how to find them, but its own `invoke` does so. */
async function findSources(output: pulumi.Output<unknown>): Promise<Iterable<pulumi.Resource>> {
  return (output as unknown as { allResources(): Promise<Iterable<pulumi.Resource>> }).allResources();
}

async function withChildren(resource: pulumi.Resource): Promise<pulumi.Resource[]> {
  if (!pulumi.ComponentResource.isInstance(resource)) {
    return [resource];
  }
  const component = resource as unknown as ComponentInternals;
  await component.__data;
  const children = await Promise.all([...(component.__childResources ?? [])].map(withChildren));
  return [resource, ...children.flat()];
}

function waitForUrn(resource: pulumi.Resource): pulumi.Output<string> {
  const id = pulumi.CustomResource.isInstance(resource) ? resource.id : undefined;
  return pulumi.all([resource.urn, id]).apply(([urn]) => urn);
}
