import { useLingui } from "@lingui/react/macro";
import type { DataTable } from "./data-table.ts";

/** A chart as a table of numbers. */
export function DataTableView({ dataTable }: { dataTable: DataTable }) {
  const { t } = useLingui();
  const { caption, columns, rows } = dataTable;
  return (
    <section
      aria-label={t`Table: ${caption}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keys.
      tabIndex={0}
      className="max-h-80 overflow-auto rounded-lg border border-line"
    >
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-raised text-ink-muted">
          <tr>
            {columns.map(({ name, isNumber }) => (
              <th
                key={name}
                scope="col"
                className={`px-3 py-2 align-bottom font-[530] ${isNumber ? "text-right" : "text-left"}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.map(({ value }) => value).join(" ")} className="border-t border-line">
              {row.map(({ text }, index) => {
                const column = columns[index];
                const look = `px-3 py-2 ${column?.isNumber ? "text-right" : "text-left"}`;
                return index === 0 ? (
                  <th key={column?.name} scope="row" className={`${look} font-[530]`}>
                    {text}
                  </th>
                ) : (
                  <td key={column?.name} className={look}>
                    {text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
