import * as pulumi from "@pulumi/pulumi";

/** Properties of components that the SDK does not declare, although its own `dependsOn` relies on them. */
interface ComponentInternals {
  /** Resolves when the component has made all its children. */
  __data?: Promise<unknown>;
  __childResources?: Iterable<pulumi.Resource>;
}

/**
 * Finds the URNs of the resources in `dependsOn`, sorted; the output resolves when all of them exist. A component counts
 * with all its children, as in the options of a resource.
 */
export function findDependencies({ dependsOn = [] }: pulumi.InvokeOutputOptions): pulumi.Output<string[]> {
  const given = pulumi.output(dependsOn) as pulumi.Output<unknown>;
  return given
    .apply((known) => Promise.all(([known].flat() as pulumi.Resource[]).map(withChildren)))
    .apply((resources) => pulumi.all(resources.flat().map(waitForUrn)))
    .apply((urns) => [...new Set(urns)].sort());
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
