import { groupNameLengthMax } from "@daymark/domain/base/bounds";
import { TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import Folder from "lucide-react/icons/folder";
import { Suggestions } from "./suggestions.tsx";

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

/** The name of a group: typed, or chosen from the existing ones. */
export function GroupField({ value, onValueChange, groups, ...field }: GroupFieldProps) {
  const { t } = useLingui();
  const typed = value.trim().toLocaleLowerCase();
  // A complete name was already chosen, so all are offered; a partial one narrows the list.
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
      <Suggestions
        label={t`Your groups`}
        options={offered}
        value={value.trim()}
        onValueChange={onValueChange}
        icon={<Folder aria-hidden="true" className="size-3.5 shrink-0" />}
      />
    </div>
  );
}
