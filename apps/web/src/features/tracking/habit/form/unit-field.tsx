import { type Unit, type UnitKind, unitKind, unitKinds } from "@daymark/domain/base/unit";
import { Select } from "@daymark/ui/select";
import { useLingui } from "@lingui/react/macro";
import { unitKindNames, unitNames } from "./unit-words.ts";

interface UnitFieldProps {
  value: Unit;
  onValueChange: (unit: Unit) => void;
  /** True if the user's own word names the repetitions. */
  isOwnWord?: boolean;
  /** Called when the user chooses an own unit; absent if the habit cannot have one. */
  onOwnWord?: () => void;
  hint?: string | undefined;
  /** A unit whose kind must stay: recorded amounts can only be converted within it. */
  kindOf: Unit | undefined;
  errors: readonly string[];
}

/** No unit, so that it can be a choice beside them. */
const ownWord = "own_word";

/** The units, grouped by kind; the numbers have a word of the user's own as well. */
export function UnitField(props: UnitFieldProps) {
  const { value, onValueChange, isOwnWord = false, onOwnWord, hint, kindOf, errors } = props;
  const { i18n, t } = useLingui();
  const kinds = kindOf ? [unitKind(kindOf)] : (Object.keys(unitKinds) as UnitKind[]);
  return (
    <Select<Unit | typeof ownWord>
      label={t`Unit`}
      groups={kinds.map((kind) => ({
        label: i18n._(unitKindNames[kind]),
        options: [
          ...(Object.keys(unitKinds[kind]) as Unit[]).map((unit) => ({ value: unit, label: i18n._(unitNames[unit]) })),
          ...(kind === "numeric" && onOwnWord ? [{ value: ownWord, label: t`Your word…` } as const] : []),
        ],
      }))}
      value={isOwnWord ? ownWord : value}
      onValueChange={(next) => (next === ownWord ? onOwnWord?.() : onValueChange(next))}
      hint={
        hint ??
        (kindOf && kindOf !== value
          ? t`Your entries stay as they are and are converted for results and totals. You can change the unit back.`
          : undefined)
      }
      errors={errors}
    />
  );
}
