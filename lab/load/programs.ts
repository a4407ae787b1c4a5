import { CloudFunction, OriginGroup } from "pulumi-edgecloud";

/** Declares resources; runs in this process. */
export type Program = () => Promise<void>;

/** Resources of another version have other contents. */
export type ProgramBuilder = (count: number, version?: number) => Program;

export const declareGroups: ProgramBuilder = (count, version) => toProgram(() => createGroups(count, version));

export const declareFunctions: ProgramBuilder = (count, version) => toProgram(() => createFunctions(count, version));

/** Declares that many of each. */
export const declareBoth: ProgramBuilder = (count, version) =>
  toProgram(() => {
    createGroups(count, version);
    createFunctions(count, version);
  });

function toProgram(declare: () => void): Program {
  return () => {
    declare();
    return Promise.resolve();
  };
}

function createGroups(count: number, version: number = 1): void {
  for (let index = 0; index < count; index++) {
    const name = `group-${index}`;
    new OriginGroup(name, { name, sources: [{ source: `${name}-v${version}.example.com` }] });
  }
}

function createFunctions(count: number, version: number = 1): void {
  for (let index = 0; index < count; index++) {
    const name = `function-${index}`;
    new CloudFunction(name, {
      projectId: 1,
      regionId: 1,
      namespace: "load",
      name,
      code: `package main // ${version}`,
      mainMethod: "Run",
      runtime: "go1.16.6",
      flavor: "80mCPU-128MB",
      timeout: 10,
    });
  }
}
