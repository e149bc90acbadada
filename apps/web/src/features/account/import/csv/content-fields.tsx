import { Select } from "@daymark/ui/select";
import { TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { OwnWordField } from "../../../tracking/habit/form/own-word-field.tsx";
import { UnitField } from "../../../tracking/habit/form/unit-field.tsx";
import { hasOwnWord } from "../../../tracking/habit/form/unit-words.ts";
import type { DraftContent } from "./mapping-draft.ts";

interface ContentFieldsProps {
  value: DraftContent;
  onChange: (value: DraftContent) => void;
  errorsOf: (member: "type" | "unit" | "unit_label" | "target") => readonly string[];
}

/** Type, unit, own word and goal of what becomes a habit. */
export function ContentFields({ value, onChange, errorsOf }: ContentFieldsProps) {
  const { t } = useLingui();
  const [isChosen, setChosen] = useState(false);
  const isOwnWord = hasOwnWord(value, isChosen);
  return (
    <>
      <Select<DraftContent["type"]>
        label={t`Type`}
        groups={[
          {
            options: [
              { value: "good", label: t`Good habit` },
              { value: "bad", label: t`Bad habit` },
            ],
          },
        ]}
        value={value.type}
        onValueChange={(type) => onChange({ ...value, type })}
        errors={errorsOf("type")}
      />
      <div className="grid grid-cols-[2fr_3fr] items-start gap-3 sm:grid-cols-2">
        <TextField
          label={value.type === "good" ? t`Daily goal` : t`Daily limit`}
          inputMode="numeric"
          autoComplete="off"
          value={value.target}
          onChange={({ target }) => onChange({ ...value, target: target.value })}
          errors={errorsOf("target")}
        />
        <UnitField
          value={value.unit}
          onValueChange={(unit) => {
            setChosen(false);
            onChange({ ...value, unit, unit_label: null });
          }}
          isOwnWord={isOwnWord}
          onOwnWord={() => {
            setChosen(true);
            onChange({ ...value, unit: "repetitions" });
          }}
          kindOf={undefined}
          errors={errorsOf("unit")}
        />
      </div>
      {isOwnWord ? (
        <div className="sm:col-span-2">
          <OwnWordField
            value={value.unit_label}
            onValueChange={(unit_label) => onChange({ ...value, unit_label })}
            errors={errorsOf("unit_label")}
          />
        </div>
      ) : null}
    </>
  );
}
