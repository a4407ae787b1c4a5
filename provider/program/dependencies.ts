import * as pulumi from "@pulumi/pulumi";

/** Parts of resources that the SDK does not declare; its own `dependsOn` relies on them. */
interface Inside {
  /** Comes when a component has made all its children. */
  __data?: Promise<unknown>;
  __childResources?: Iterable<pulumi.Resource>;
}

/**
 * The URNs of the resources that a call comes after, in order; known as soon as all of them are there. A component
 * stands for itself and for its children, as it does in the options of a resource.
 */
export function dependenciesOf({ dependsOn = [] }: pulumi.InvokeOutputOptions): pulumi.Output<string[]> {
  const given = pulumi.output(dependsOn) as pulumi.Output<unknown>;
  return given
    .apply((known) => Promise.all(([known].flat() as pulumi.Resource[]).map(withChildren)))
    .apply((resources) => pulumi.all(resources.flat().map(urnOnceThere)))
    .apply((urns) => [...new Set(urns)].sort());
}

async function withChildren(resource: pulumi.Resource): Promise<pulumi.Resource[]> {
  if (!pulumi.ComponentResource.isInstance(resource)) {
    return [resource];
  }
  const component = resource as unknown as Inside;
  await component.__data;
  const children = await Promise.all([...(component.__childResources ?? [])].map(withChildren));
  return [resource, ...children.flat()];
}

function urnOnceThere(resource: pulumi.Resource): pulumi.Output<string> {
  const id = pulumi.CustomResource.isInstance(resource) ? resource.id : undefined;
  return pulumi.all([resource.urn, id]).apply(([urn]) => urn);
}
