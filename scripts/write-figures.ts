import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run-program.ts";

const [begin, end] = ["<!-- figures -->", "<!-- end of figures -->"];

/** Writes the measurements of a run to their place in a page of docs. */
export function writeFigures(page: string, text: string): void {
  const path = join(root, page);
  const before = readFileSync(path, "utf8");
  const [head, tail] = [before.split(begin)[0], before.split(end)[1]];
  if (tail === undefined) throw new Error(`${page} has no markers for figures`);
  writeFileSync(path, `${head}${begin}\n\n${text}\n\n${end}${tail}`);
}
