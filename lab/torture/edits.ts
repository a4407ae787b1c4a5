import { createResource, listNeeds, listUrns, locate, type Program, type Resource } from "./declared";
import type { Edit } from "./history";
import { findKind, isNamed, kinds, type NamedKind } from "./kinds";
import { findByName, findObject, type PlatformObject } from "./platform";
import type { Moment } from "./state";

/** What a user who edits a program knows. */
export interface Scene extends Moment {
  readonly program: Program;
}

type EditOf<What extends Edit["do"]> = Extract<Edit, { do: What }>;

/** Each changes the program, or returns false if the edit is not possible there. */
const edits: { [What in Edit["do"]]: (scene: Scene, edit: EditOf<What>) => boolean } = {
  add: ({ program }, { slot, kind, name, version, inside }) => {
    const added = { ...createResource(slot, kind, name, version), ...(inside && { inside }) };
    if (inside && !findResource(program, inside)) {
      return false;
    }
    return !findResource(program, slot) && !isNameDeclared(program, added, name) && addResource(program, added);
  },
  remove: ({ program }, { slot }) => removeResource(program, slot),
  rename: ({ program }, { slot, resource: name, alias }) =>
    relocate(program, slot, alias, (resource) => {
      resource.resource = name;
    }),
  move: ({ program }, { slot, alias }) =>
    relocate(program, slot, alias, (resource) => {
      resource.parent = resource.parent ? undefined : "site";
    }),
  name: ({ program }, { slot, name }) => {
    const resource = findResource(program, slot);
    return resource !== undefined && !isNameDeclared(program, resource, name) && setArgs(resource, { name });
  },
  content: ({ program }, { slot, version }) => {
    const resource = findResource(program, slot);
    if (!resource) {
      return false;
    }
    const { originGroupId, adopt, onDestroy, runtime, name } = resource.args;
    // A class refuses an argument that it does not have, even if it is undefined.
    const kept = dropUndefined({
      originGroupId,
      adopt,
      onDestroy,
      runtime,
      ...(isNamed(resource.kind) && { name }),
    });
    resource.args = { ...kinds[resource.kind].buildArgs(slot, name, version), ...kept };
    return true;
  },
  runtime: ({ program }, { slot, runtime }) => {
    const resource = findResource(program, slot);
    return resource !== undefined && setArgs(resource, { runtime });
  },
  adopt: ({ program, platform, state }, { slot, name, onDestroy }) => {
    const kind = findKind(slot) as NamedKind;
    const object = findByName(kind, name, platform);
    const resource = findResource(program, slot) ?? createResource(slot, kind, name, 1);
    const isManaged = state.some((entry) => findObject(entry, platform) === object);
    // What is there by hand is in the namespace that is always there.
    if (!object || isNameDeclared(program, resource, name) || isManaged || resource.inside) {
      return false;
    }
    return adoptObject(program, resource, object, onDestroy);
  },
  succeed: ({ program, state, platform }, { slot, by, name }) => {
    const former = findResource(program, slot);
    const entry = former && state.find(({ urn }) => listUrns(former, program).includes(urn));
    const object = entry && findObject(entry, platform);
    // After a rename by hand, the object is no longer what the program declares.
    if (!former || !object || findResource(program, by) || object.name !== former.args.name) {
      return false;
    }
    if (
      name !== undefined &&
      (kinds[object.kind].objects.isKnownBy === "id" || isNameDeclared(program, former, name))
    ) {
      return false;
    }
    const { args } = former;
    const { inside } = former;
    const successor = { ...createResource(by, object.kind, object.name, 1), ...(inside && { inside }) };
    successor.args = { ...args };
    if (name === undefined) {
      for (const contained of program.resources.filter((one) => one.inside === slot)) {
        contained.inside = by;
      }
      removeResource(program, slot);
    } else {
      former.args = { ...args, name };
      delete former.args.adopt;
    }
    return adoptObject(program, successor, object, "delete");
  },
  onDestroy: ({ program }, { slot, onDestroy }) => {
    const resource = findResource(program, slot);
    const isPossible = onDestroy !== "restore" || resource?.args.originGroupId !== undefined;
    // What stays in a namespace would keep it from being deleted.
    const blocks = onDestroy === "retain" && resource?.inside !== undefined;
    return resource !== undefined && isPossible && !blocks && setArgs(resource, { onDestroy });
  },
  dependsOn: ({ program }, { slot, on }) => {
    const [resource, other] = [findResource(program, slot), findResource(program, on)];
    if (!resource || !other || isDependent(program, other, slot) || resource.dependsOn.includes(on)) {
      return false;
    }
    resource.dependsOn.push(on);
    return true;
  },
  first: ({ program }, { slot }) => {
    const resource = findResource(program, slot);
    program.resources = [...(resource ? [resource] : []), ...program.resources.filter((other) => other !== resource)];
    return resource !== undefined;
  },
  replaceOnChanges: ({ program }, { slot, property }) => {
    const resource = findResource(program, slot);
    resource?.replaceOnChanges.push(property);
    return resource !== undefined;
  },
  host: ({ program }) => {
    if (program.host === "plugin") {
      // Only the plugin's classes have aliases of the other host; for the way back `docs/plugin.md` asks to write them.
      program.resources.forEach((resource) => resource.aliases.push(locate(resource, program)));
    }
    program.host = program.host === "plugin" ? "dynamic" : "plugin";
    return true;
  },
};

/** Changes the program, or returns false if the edit is not possible there. */
export function applyEdit(scene: Scene, edit: Edit): boolean {
  return (edits[edit.do] as (scene: Scene, edit: Edit) => boolean)(scene, edit);
}

export function findResource({ resources }: Program, slot: string): Resource | undefined {
  return resources.find((resource) => resource.slot === slot);
}

function addResource(program: Program, resource: Resource): true {
  program.resources.push(resource);
  return true;
}

/** Removes a resource, and what is in it. */
function removeResource(program: Program, slot: string): boolean {
  const isThere = findResource(program, slot) !== undefined;
  program.resources = program.resources.filter((resource) => resource.slot !== slot && resource.inside !== slot);
  for (const resource of program.resources) {
    resource.dependsOn = resource.dependsOn.filter((on) => findResource(program, on));
  }
  return isThere;
}

function setArgs(resource: Resource, args: Record<string, unknown>): true {
  resource.args = { ...resource.args, ...args };
  return true;
}

/** Whether another resource of the program has that name on the platform. */
export function isNameDeclared({ resources }: Program, { slot, kind }: Resource, name: string | undefined): boolean {
  return (
    kind !== "snapshot" &&
    resources.some((other) => other.kind === kind && other.slot !== slot && other.args.name === name)
  );
}

/** Gives a resource another name or parent in the program, with an alias or without. */
function relocate(program: Program, slot: string, alias: boolean, change: (resource: Resource) => void): boolean {
  const resource = findResource(program, slot);
  if (!resource) {
    return false;
  }
  const before = locate(resource, program);
  const changed = { ...resource };
  change(changed);
  const isOccupied = program.resources.some(
    (other) => other !== resource && other.kind === resource.kind && other.resource === changed.resource,
  );
  if (isOccupied) {
    return false;
  }
  Object.assign(resource, changed);
  (alias ? resource.aliases : resource.formerly).push(before);
  return true;
}

function adoptObject(program: Program, resource: Resource, object: PlatformObject, onDestroy?: string): boolean {
  const { isKnownBy, fixed } = kinds[object.kind].objects;
  const { content, name } = object;
  const asFound = Object.fromEntries(fixed.map((argument) => [argument, content[argument]]));
  const adoption = isKnownBy === "id" ? { originGroupId: Number(object.id) } : { adopt: true };
  setArgs(resource, { name, ...asFound, ...adoption, ...(onDestroy && { onDestroy }) });
  return findResource(program, resource.slot) === resource || addResource(program, resource);
}

/** Whether the resource depends on that of the slot, directly or not. */
function isDependent(program: Program, resource: Resource, slot: string): boolean {
  return (
    resource.slot === slot ||
    listNeeds(resource).some((on) => {
      const other = findResource(program, on);
      return other !== undefined && isDependent(program, other, slot);
    })
  );
}

function dropUndefined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
