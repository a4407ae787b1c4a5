import * as pulumi from "@pulumi/pulumi";

/** Runs a program in a stack whose resources exist only here; its data sources ask the platform. */
export function run<T>(program: () => Promise<T>, preview = false): Promise<T> {
  const newResource = ({ name, inputs }: pulumi.runtime.MockResourceArgs) => ({
    id: preview ? undefined : `${name}-id`,
    state: inputs as object,
  });
  void pulumi.runtime.setMocks({ newResource } as pulumi.runtime.Mocks, "project", "stack", preview);
  let result: Promise<T> | undefined;
  // The result of a stack is serialized to plain values, so this result is passed on separately.
  const stack = pulumi.runtime.runInPulumiStack(async () => void (await (result = program())));
  return stack.then(() => result as Promise<T>);
}

interface Facts<T> {
  value: T;
  isKnown: boolean;
  isSecret: boolean;
}

/** What is known of an output once it is settled. */
export async function factsOf<T>(output: pulumi.Output<T>): Promise<Facts<T>> {
  const inside = output as unknown as { promise(): Promise<T>; isKnown: Promise<boolean>; isSecret: Promise<boolean> };
  const [value, isKnown, isSecret] = await Promise.all([inside.promise(), inside.isKnown, inside.isSecret]);
  return { value, isKnown, isSecret };
}
