import type { FieldErrors } from "@daymark/domain/base/validation";
import { fieldErrorMessage } from "@daymark/i18n/field-messages";
import { Select } from "@daymark/ui/select";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { CellFields } from "./cell-fields.tsx";
import { guessMapping } from "./guess-mapping.ts";
import { HabitColumns } from "./habit-columns.tsx";
import type { MappedTable } from "./mapped-table.ts";
import type { MappingDraft } from "./mapping-draft.ts";
import { RowFields } from "./row-fields.tsx";
import { readTableHead } from "./table-head.ts";
import { TableSample } from "./table-sample.tsx";
import { useColumnNames } from "./use-column-names.ts";

interface MappingFormProps {
  fileName: string;
  value: MappedTable;
  onChange: (value: MappedTable) => void;
  /** By the names of the server, such as `mapping.day_column`. */
  faults: FieldErrors;
}

/** What the columns of a table are: guessed from its first rows, and corrected by the user. */
export default function MappingForm({ fileName, value, onChange, faults }: MappingFormProps) {
  const { i18n, t } = useLingui();
  const { table, draft } = value;
  const form = useRef<HTMLFieldSetElement>(null);
  const nameOf = useColumnNames(table, draft.has_header);
  const errorsOf = (field: string) => (faults[`mapping.${field}`] ?? []).map((fault) => fieldErrorMessage(i18n, fault));
  const change = (changed: Partial<MappingDraft>) => onChange({ table, draft: { ...draft, ...changed } });
  // The field or button that had the focus is gone, and what is new begins here.
  useEffect(() => form.current?.focus(), []);
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [faults]);
  return (
    <fieldset ref={form} tabIndex={-1} aria-label={fileName} className="flex min-w-0 flex-col gap-5 outline-none">
      <p className="text-sm text-ink-muted [overflow-wrap:anywhere]">{fileName}</p>
      <TableSample table={table} hasHeader={draft.has_header} />
      <Select<MappingDraft["layout"]>
        label={t`Layout of the table`}
        groups={[
          {
            options: [
              { value: "rows", label: t`A row for each habit and day` },
              { value: "columns", label: t`A column for each habit` },
            ],
          },
        ]}
        value={draft.layout}
        onValueChange={(layout) => change({ layout })}
        errors={errorsOf("layout")}
      />
      <CellFields
        {...{ table, draft, nameOf, errorsOf }}
        onChange={change}
        onSeparatorChange={(separator) => {
          const divided = readTableHead(table.text, separator) ?? { ...table, separator };
          // The columns are others now, so the earlier mapping no longer applies.
          onChange({ table: divided, draft: guessMapping(divided) });
        }}
      />
      {draft.layout === "rows" ? (
        <RowFields {...{ draft, nameOf, errorsOf }} width={table.width} onChange={change} />
      ) : (
        <HabitColumns {...{ draft, nameOf, errorsOf }} width={table.width} onChange={(habits) => change({ habits })} />
      )}
    </fieldset>
  );
}
