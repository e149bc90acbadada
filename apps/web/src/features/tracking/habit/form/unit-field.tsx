import { type Unit, type UnitKind, unitKind, unitKinds } from "@daymark/domain/base/unit";
import { Select } from "@daymark/ui/select";
import { useLingui } from "@lingui/react/macro";
import { unitKindNames, unitNames } from "./unit-words.ts";

interface UnitFieldProps {
  value: Unit;
  onValueChange: (unit: Unit) => void;
  /** A unit whose kind must stay: recorded amounts can only be converted within it. */
  kindOf: Unit | undefined;
  errors: readonly string[];
}

/** The units, grouped by kind. */
export function UnitField({ value, onValueChange, kindOf, errors }: UnitFieldProps) {
  const { i18n, t } = useLingui();
  const kinds = kindOf ? [unitKind(kindOf)] : (Object.keys(unitKinds) as UnitKind[]);
  return (
    <Select
      label={t`Unit`}
      groups={kinds.map((kind) => ({
        label: i18n._(unitKindNames[kind]),
        options: (Object.keys(unitKinds[kind]) as Unit[]).map((unit) => ({
          value: unit,
          label: i18n._(unitNames[unit]),
        })),
      }))}
      value={value}
      onValueChange={onValueChange}
      hint={
        kindOf && kindOf !== value
          ? t`Your existing entries stay as they are and are converted for results and totals. You can change the unit back.`
          : undefined
      }
      errors={errors}
    />
  );
}
