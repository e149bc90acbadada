import type { DayOrder } from "@daymark/domain/csv-import/day-cell";
import type { DecimalSign } from "@daymark/domain/csv-import/value-cell";
import type { CsvSeparator } from "@daymark/domain/text/read-csv";
import { Checkbox } from "@daymark/ui/checkbox";
import { Select } from "@daymark/ui/select";
import { useLingui } from "@lingui/react/macro";
import { ColumnSelect } from "./column-select.tsx";
import { guessDayOrder } from "./guess-mapping.ts";
import type { MappingDraft } from "./mapping-draft.ts";
import type { TableHead } from "./table-head.ts";

interface CellFieldsProps {
  table: TableHead;
  draft: MappingDraft;
  nameOf: (column: number) => string;
  onChange: (change: Partial<MappingDraft>) => void;
  onSeparatorChange: (separator: CsvSeparator) => void;
  /** @param field below `mapping` */
  errorsOf: (field: string) => readonly string[];
}

/** How the cells of a table are read: the column of the days, the order of dates, separators. */
export function CellFields({ table, draft, nameOf, onChange, onSeparatorChange, errorsOf }: CellFieldsProps) {
  const { t } = useLingui();
  const orders: Record<DayOrder, string> = {
    year_first: t`Year first: 2026-11-20`,
    day_first: t`Day first: 20.11.2026`,
    month_first: t`Month first: 11/20/2026`,
  };
  const separators: Record<CsvSeparator, string> = { comma: t`Comma`, semicolon: t`Semicolon`, tab: t`Tab` };
  const decimals: Record<DecimalSign, string> = { point: t`Point: 1.5`, comma: t`Comma: 1,5` };
  return (
    <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
      <ColumnSelect
        label={t`Column with the day`}
        errors={errorsOf("day_column")}
        width={table.width}
        nameOf={nameOf}
        value={draft.day_column}
        onChange={(day_column) =>
          onChange({ day_column, day_order: day_column === null ? null : guessDayOrder(table, day_column) })
        }
      />
      <Select<DayOrder | "">
        label={t`Order of the date`}
        hint={
          draft.day_column !== null && draft.day_order === null
            ? t`The dates of this file can be read in several ways.`
            : undefined
        }
        errors={errorsOf("day_order")}
        groups={[
          {
            options: [
              ...(draft.day_order === null ? [{ value: "" as const, label: t`Choose the order` }] : []),
              ...optionsOf(orders),
            ],
          },
        ]}
        value={draft.day_order ?? ""}
        onValueChange={(order) => onChange({ day_order: order || null })}
      />
      <Select<CsvSeparator>
        label={t`Column separator`}
        errors={errorsOf("separator")}
        groups={[{ options: optionsOf(separators) }]}
        value={table.separator}
        onValueChange={onSeparatorChange}
      />
      <Select<DecimalSign>
        label={t`Decimal separator`}
        errors={errorsOf("decimal")}
        groups={[{ options: optionsOf(decimals) }]}
        value={draft.decimal}
        onValueChange={(decimal) => onChange({ decimal })}
      />
      <Checkbox
        label={t`The first row has the names of the columns`}
        checked={draft.has_header}
        onChange={({ currentTarget: { checked } }) => onChange({ has_header: checked })}
      />
    </div>
  );
}

function optionsOf<Value extends string>(labels: Record<Value, string>): { value: Value; label: string }[] {
  return (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }));
}
