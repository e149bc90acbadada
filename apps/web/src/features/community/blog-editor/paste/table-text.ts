/** Wider columns are not aligned any more. */
const widthMax = 40;

/**
 * A table as text in columns, in Markdown's form. The blog has no tables: in a code block, rows and columns stay readable
 * and can be copied.
 *
 * @param rows the first one is the head
 */
export function tableText(rows: readonly (readonly string[])[]): string {
  const count = longest(rows);
  const cells = rows.map((row) =>
    Array.from({ length: count }, (_, column) => (row[column] ?? "").replaceAll(/\s+/g, " ").trim()),
  );
  const widths = Array.from({ length: count }, (_, column) =>
    Math.min(widthMax, Math.max(3, longest(cells.map((row) => [...(row[column] ?? "")])))),
  );
  const lineOf = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - [...cell].length))).join(" | ")} |`;
  const [head = [], ...body] = cells;
  return [lineOf(head), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...body.map(lineOf)].join("\n");
}

/** The largest length. A spread into `Math.max` would fail for a table with very many rows. */
function longest(parts: readonly (readonly unknown[])[]): number {
  return parts.reduce((most, { length }) => Math.max(most, length), 0);
}
