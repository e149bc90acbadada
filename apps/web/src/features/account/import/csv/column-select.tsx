import { Select } from "@daymark/ui/select";
import { useLingui } from "@lingui/react/macro";

interface ColumnSelectProps {
  label: string;
  hint?: string;
  errors: readonly string[];
  /** The number of columns. */
  width: number;
  nameOf: (column: number) => string;
  /** Null for none: then the user still has to choose one, unless `none` words the choice of none. */
  value: number | null;
  none?: string;
  onChange: (column: number | null) => void;
}

/** The choice of a column of a table. */
export function ColumnSelect({ label, hint, errors, width, nameOf, value, none, onChange }: ColumnSelectProps) {
  const { t } = useLingui();
  const columns = Array.from({ length: width }, (_, index) => index + 1);
  return (
    <Select
      label={label}
      hint={hint}
      errors={errors}
      groups={[
        {
          options: [
            ...(none || value === null ? [{ value: "", label: none ?? t`Choose a column` }] : []),
            ...columns.map((column) => ({ value: String(column), label: nameOf(column) })),
          ],
        },
      ]}
      value={value === null ? "" : String(value)}
      onValueChange={(next) => onChange(next === "" ? null : Number(next))}
    />
  );
}
