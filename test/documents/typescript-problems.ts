import path from "node:path";
import ts from "typescript";
import { root } from "./pages";

/** What the compiler reports for programs in the root of the repository, by file name; JSON files may lie beside them. */
export function problemsIn(programs: Record<string, string>): string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    esModuleInterop: true,
    resolveJsonModule: true,
    types: ["node", "jest"],
  };
  const textOf = (file: string) => programs[path.relative(root, file)];
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (file) => textOf(file) !== undefined || disk.fileExists(file),
    getSourceFile: (file, languageVersion) => {
      const text = textOf(file);
      return text === undefined
        ? disk.getSourceFile(file, languageVersion)
        : ts.createSourceFile(file, text, languageVersion);
    },
  };
  const files = Object.keys(programs)
    .filter((file) => /\.m?ts$/.test(file))
    .map((file) => path.join(root, file));
  const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram(files, options, host));
  return diagnostics.map(({ file, messageText }) =>
    [file && path.relative(root, file.fileName), ts.flattenDiagnosticMessageText(messageText, "\n")].join(": "),
  );
}
