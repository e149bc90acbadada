import { groupNameLengthMax } from "@daymark/domain/bounds";
import { TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import { Folder } from "lucide-react";

interface GroupFieldProps {
  label: string;
  value: string;
  onValueChange: (name: string) => void;
  /** Names to choose from. */
  groups: readonly string[];
  hint?: string | undefined;
  optionalLabel?: string;
  placeholder?: string;
  errors?: readonly string[];
}

/** The name of a group: typed, or taken from those that exist. */
export function GroupField({ value, onValueChange, groups, ...field }: GroupFieldProps) {
  const { t } = useLingui();
  const typed = value.trim().toLocaleLowerCase();
  // A whole name was chosen already; a part of one narrows the choice.
  const isWhole = groups.includes(value.trim());
  const offered = groups.filter((name) => isWhole || typed === "" || name.toLocaleLowerCase().includes(typed));
  return (
    <div className="flex flex-col gap-2">
      <TextField
        {...field}
        autoComplete="off"
        maxLength={groupNameLengthMax}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
      />
      {offered.length > 0 ? (
        <fieldset aria-label={t`Your groups`} className="flex flex-wrap gap-1.5">
          {offered.map((name) => {
            const isChosen = name === value.trim();
            return (
              <button
                key={name}
                type="button"
                aria-pressed={isChosen}
                onClick={() => onValueChange(isChosen ? "" : name)}
                className={
                  "inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-line px-3 text-sm text-ink-muted " +
                  "transition-colors hover:border-line-strong hover:text-ink aria-pressed:border-ink aria-pressed:text-ink " +
                  "pointer-coarse:min-h-11 forced-colors:aria-pressed:border-[Highlight]"
                }
              >
                <Folder aria-hidden="true" className="size-3.5 shrink-0" />
                <span className="truncate">{name}</span>
              </button>
            );
          })}
        </fieldset>
      ) : null}
    </div>
  );
}
