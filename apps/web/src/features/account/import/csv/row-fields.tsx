import { Select } from "@daymark/ui/select";
import { Trans, useLingui } from "@lingui/react/macro";
import { ColumnSelect } from "./column-select.tsx";
import { ContentFields } from "./content-fields.tsx";
import type { MappingDraft } from "./mapping-draft.ts";

interface RowFieldsProps {
  draft: MappingDraft;
  width: number;
  nameOf: (column: number) => string;
  onChange: (change: Partial<MappingDraft>) => void;
  /** @param field below `mapping` */
  errorsOf: (field: string) => readonly string[];
}

/** The columns of a table whose rows name their habits, and what all habits of it have in common. */
export function RowFields({ draft, width, nameOf, onChange, errorsOf }: RowFieldsProps) {
  const { t } = useLingui();
  const columns = { width, nameOf };
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
        <ColumnSelect
          {...columns}
          label={t`Column with the habit`}
          errors={errorsOf("habit_column")}
          value={draft.habit_column}
          onChange={(habit_column) => onChange({ habit_column })}
        />
        <ColumnSelect
          {...columns}
          label={t`Column with the value`}
          none={t`None: each row is a done day`}
          errors={errorsOf("value_column")}
          value={draft.value_column}
          onChange={(value_column) => onChange({ value_column })}
        />
        <ColumnSelect
          {...columns}
          label={t`Column with the note`}
          none={t`None`}
          errors={errorsOf("note_column")}
          value={draft.note_column}
          onChange={(note_column) => onChange({ note_column })}
        />
        <Select<MappingDraft["same_day"]>
          label={t`Several rows for one day`}
          groups={[
            {
              options: [
                { value: "first", label: t`Use the first one` },
                { value: "sum", label: t`Add them up` },
              ],
            },
          ]}
          value={draft.same_day}
          onValueChange={(same_day) => onChange({ same_day })}
          errors={errorsOf("same_day")}
        />
      </div>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-3 text-sm font-[560]">
          <Trans>All habits of this file</Trans>
        </legend>
        <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
          <ContentFields value={draft.content} onChange={(content) => onChange({ content })} errorsOf={errorsOf} />
        </div>
      </fieldset>
    </>
  );
}
