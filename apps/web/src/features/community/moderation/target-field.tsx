import type { RequestLink } from "@daymark/domain/community/feature-request";
import { searchLengthMax } from "@daymark/domain/community/request-kind";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useId, useState } from "react";
import { trpc } from "../../../lib/network/trpc.ts";

interface TargetFieldProps {
  /** The request that is merged: it cannot be its own target. */
  requestId: number;
  /** Its title: similar requests are offered before the admin types. */
  title: string;
  value: RequestLink | null;
  onChange: (target: RequestLink) => void;
  errors: readonly string[];
}

const typingPauseMs = 300;
const offeredMax = 6;

/** Searches for the request that another one is merged into. */
export function TargetField({ requestId, title, value, onChange, errors }: TargetFieldProps) {
  const { t } = useLingui();
  const name = useId();
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const similar = trpc.featureRequest.similar.useQuery({ title }, { enabled: search === "" });
  const found = trpc.featureRequest.list.useQuery({ search, limit: 10 }, { enabled: search !== "" });
  const offered: readonly RequestLink[] = (search === "" ? similar.data : found.data)?.results ?? [];
  const others = offered.filter(({ id }) => id !== requestId && id !== value?.id).slice(0, offeredMax);
  const choices = value ? [value, ...others] : others;
  return (
    <div className="flex flex-col gap-2">
      <TextField
        type="search"
        label={t`Merge into`}
        placeholder={t`Search by title`}
        maxLength={searchLengthMax}
        value={typed}
        errors={errors}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter searches here and must not submit the form.
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <div role="radiogroup" aria-label={t`Requests`} className="flex flex-col gap-1">
        {choices.map((choice) => (
          <label
            key={choice.id}
            className="flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-2 py-1 has-checked:bg-accent-soft pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={name}
              checked={choice.id === value?.id}
              onChange={() => onChange({ id: choice.id, title: choice.title, status: choice.status })}
              className="size-5 shrink-0 accent-accent"
            />
            <span className="min-w-0 break-words">{choice.title}</span>
          </label>
        ))}
        <p role="status" className="text-sm text-ink-muted empty:hidden">
          {choices.length > 0 || similar.isFetching || found.isFetching ? null : search === "" ? (
            <Trans>No similar requests. Search by a word from the title.</Trans>
          ) : (
            <Trans>No requests found.</Trans>
          )}
        </p>
      </div>
    </div>
  );
}
