import { logLevels, logPathLengthMax, logSearchLengthMax } from "@daymark/domain/operator/log-kind";
import { inputClass } from "@daymark/ui/field";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { instantOf, localOf } from "./local-time.ts";
import { type LogFilter, readLogSearch } from "./log-search.ts";

const typingPauseMs = 350;

interface LogFiltersProps {
  filter: LogFilter;
  onChange: (next: LogFilter) => void;
}

/** The filters of the lines. They are in the address, so that an admin can share a result. */
export function LogFilters({ filter, onChange }: LogFiltersProps) {
  const { t } = useLingui();
  const set = (name: keyof LogFilter, value: string | undefined) =>
    onChange(readLogSearch({ ...filter, [name]: value }));
  const search = useTyped(filter.search, (text) => set("search", text));
  const path = useTyped(filter.path, (text) => set("path", text));
  return (
    <search className="grid w-full grid-cols-2 gap-2 lg:grid-cols-3">
      <select
        aria-label={t`Level`}
        value={filter.level ?? ""}
        onChange={({ currentTarget: { value } }) => set("level", value)}
        className={`${inputClass} max-lg:col-span-2`}
      >
        <option value="">{t`All levels`}</option>
        {logLevels.slice(1).map((level) => (
          <option key={level} value={level}>
            {level === "fatal" ? level : t`${level} and above`}
          </option>
        ))}
      </select>
      <input
        type="search"
        aria-label={t`Search message and fields`}
        placeholder={t`Text or field=value`}
        maxLength={logSearchLengthMax}
        {...search}
        className={`${inputClass} max-lg:col-span-2`}
      />
      <input
        type="search"
        aria-label={t`Path or route`}
        placeholder={t`Path, such as /api/habits`}
        maxLength={logPathLengthMax}
        {...path}
        className={`${inputClass} max-lg:col-span-2`}
      />
      <div className="col-span-2 flex flex-wrap gap-x-4 gap-y-2 lg:col-span-3">
        {(["from", "to"] as const).map((name) => (
          <label key={name} className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-muted">
            {name === "from" ? t`From (local time)` : t`To (local time)`}
            <input
              type="datetime-local"
              step={1}
              value={localOf(filter[name])}
              onChange={({ currentTarget }) => set(name, instantOf(currentTarget.value))}
              className={`${inputClass} w-auto!`}
            />
          </label>
        ))}
      </div>
    </search>
  );
}

/** A text field that changes the address after a pause in typing. */
function useTyped(value: string | undefined, onPause: (text: string) => void) {
  const given = value ?? "";
  const [typed, setTyped] = useState(given);
  const [said, setSaid] = useState(given);
  // The user navigated to another history entry.
  if (said !== given) {
    setSaid(given);
    if (typed.trim() === said) setTyped(given);
  }
  useEffect(() => {
    const text = typed.trim();
    if (text === given) return;
    const timer = setTimeout(() => onPause(text), typingPauseMs);
    return () => clearTimeout(timer);
  });
  return {
    autoComplete: "off",
    spellCheck: false,
    value: typed,
    onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
  };
}
