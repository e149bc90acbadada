import { logLevels, logSearchLengthMax } from "@daymark/domain/operator/log-kind";
import { inputClass } from "@daymark/ui/field";
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { type LogSearch, readLogSearch } from "./log-search.ts";

const typingPauseMs = 350;

/** The filters of the lines. They are in the address, so that an admin can share a result. */
export function LogFilters({ search }: { search: LogSearch }) {
  const { t } = useLingui();
  const navigate = useNavigate({ from: "/logs/$appDir/$dateFile" });
  const [typed, setTyped] = useState(search.search ?? "");
  const [said, setSaid] = useState(search.search ?? "");
  // The user navigated to another history entry.
  if (said !== (search.search ?? "")) {
    setSaid(search.search ?? "");
    if (typed.trim() === said) setTyped(search.search ?? "");
  }
  // With a filter, the linked line may be hidden.
  const change = (next: LogSearch) =>
    void navigate({ search: readLogSearch({ ...next }), replace: true, resetScroll: false });
  useEffect(() => {
    const text = typed.trim();
    if (text === (search.search ?? "")) return;
    const timer = setTimeout(
      () => change({ ...(search.level && { level: search.level }), search: text }),
      typingPauseMs,
    );
    return () => clearTimeout(timer);
  });
  return (
    <search className="grid min-w-64 flex-1 gap-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <select
        aria-label={t`Level`}
        value={search.level ?? ""}
        onChange={({ currentTarget: { value } }) =>
          change({ ...(search.search && { search: search.search }), ...readLogSearch({ level: value }) })
        }
        className={inputClass}
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
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        className={inputClass}
      />
    </search>
  );
}
