import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

/** An import, a re-export, an `import()` or an `import("…")` type. */
export type Import = { specifier: string; line: number; isType: boolean };

export type SourceFile = {
  /** Relative to the repository's root, with forward slashes. */
  path: string;
  imports: Import[];
  /** Lines that read `process.env`. */
  environmentLines: number[];
  /** Lines that set a member called `retry`. */
  retryLines: number[];
  /** True if the file only re-exports from other files. */
  isBarrel: boolean;
  hasExportAll: boolean;
};

/**
 * Parses one file, so that text in a comment or a string does not count as an import.
 *
 * @throws Error naming a file that does not parse.
 */
export function readSourceFile(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), "utf8");
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} does not parse: ${errors[0].message}`);
  const lineAt = (offset: number) => text.slice(0, offset).split("\n").length;

  const imports: Import[] = [];
  const environmentLines: number[] = [];
  const retryLines: number[] = [];
  const add = (source: { value: string; start: number }, isType: boolean) =>
    imports.push({ specifier: source.value, line: lineAt(source.start), isType });
  new Visitor({
    ImportDeclaration: (node) => {
      const names = node.specifiers;
      const onlyTypes = names.length > 0 && names.every((name) => "importKind" in name && name.importKind === "type");
      add(node.source, node.importKind === "type" || onlyTypes);
      if (["process", "node:process"].includes(node.source.value)) environmentLines.push(lineAt(node.start));
    },
    ExportNamedDeclaration: (node) => {
      if (node.source) add(node.source, node.exportKind === "type");
    },
    ExportAllDeclaration: (node) => {
      add(node.source, node.exportKind === "type");
    },
    ImportExpression: (node) => {
      if (node.source.type === "Literal" && typeof node.source.value === "string") {
        add({ value: node.source.value, start: node.source.start }, false);
      }
    },
    Property: ({ key, start }) => {
      if (key.type === "Identifier" && key.name === "retry") retryLines.push(lineAt(start));
    },
    TSImportType: (node) => add(node.source, true),
    MemberExpression: (node) => {
      const { object, property } = node;
      const isProcess = object.type === "Identifier" && object.name === "process";
      const name = property.type === "Identifier" ? property.name : property.type === "Literal" ? property.value : "";
      if (isProcess && name === "env") environmentLines.push(lineAt(node.start));
    },
  }).visit(program);

  const handsOn = program.body.map(
    (node) => node.type === "ExportAllDeclaration" || (node.type === "ExportNamedDeclaration" && node.source !== null),
  );
  return {
    path,
    imports,
    environmentLines,
    retryLines,
    isBarrel: handsOn.length > 0 && handsOn.every(Boolean),
    hasExportAll: program.body.some((node) => node.type === "ExportAllDeclaration"),
  };
}
