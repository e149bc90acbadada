import { useLingui } from "@lingui/react/macro";
import type { TableHead } from "./table-head.ts";
import { useColumnNames } from "./use-column-names.ts";

const rowsShownMax = 4;

/** The first rows of a table, as the chosen separator divides them. */
export function TableSample({ table, hasHeader }: { table: TableHead; hasHeader: boolean }) {
  const { t } = useLingui();
  const nameOf = useColumnNames(table, hasHeader);
  const columns = Array.from({ length: table.width }, (_, index) => index);
  const rows = table.rows.slice(hasHeader ? 1 : 0).slice(0, rowsShownMax);
  return (
    <section
      className="overflow-x-auto rounded-control border border-line"
      aria-label={t`First rows of the file`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard too
      tabIndex={0}
    >
      <table className="w-full text-left text-sm">
        <thead className="border-b border-line text-ink-muted">
          <tr>
            {columns.map((index) => (
              <th key={index} scope="col" className={cellClass}>
                <span className={textClass}>{nameOf(index + 1)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="*:not-first:border-t *:not-first:border-line">
          {rows.map((row, number) => (
            <tr key={`${number} ${row[0]}`}>
              {columns.map((index) => (
                <td key={index} className={cellClass}>
                  <span className={textClass}>{row[index]}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const cellClass = "px-3 py-1.5";
/** Long notes are cut. */
const textClass = "block max-w-40 truncate";
