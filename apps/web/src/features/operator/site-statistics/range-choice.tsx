import { dayMax, dayMin } from "@daymark/domain/base/day";
import { Button } from "@daymark/ui/button";
import { TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ChoiceLinks } from "../../../lib/form/choice-links.tsx";
import { presetOf, rangeOf, readRange } from "./range.ts";
import { presetByDefault, type SitePreset, type SiteSearch, sitePresets } from "./search.ts";

interface RangeChoiceProps {
  search: SiteSearch;
  /** `YYYY-MM-DD`, in UTC. */
  today: string;
}

/** The range of the page: one of a few presets up to today, or any range. It is in the address. */
export function RangeChoice({ search, today }: RangeChoiceProps) {
  const { t } = useLingui();
  const preset = presetOf(search);
  const view = search.view && { view: search.view };
  const names: Record<SitePreset, string> = {
    7: t`7 days`,
    28: t`28 days`,
    90: t`90 days`,
    365: t`12 months`,
  };
  const shown = rangeOf(search, today);
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
      <ChoiceLinks
        to="/statistics"
        label={t`Range`}
        choices={sitePresets.map((days) => ({
          key: days,
          name: names[days],
          search: { ...view, ...(days !== presetByDefault && { days }) },
          isChosen: days === preset,
        }))}
      />
      {/* The key resets the typed days when the range changes. */}
      <OwnRange key={`${shown.from} ${shown.to}`} search={search} shown={shown} />
    </div>
  );
}

function OwnRange({ search, shown }: { search: SiteSearch; shown: { from: string; to: string } }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [from, setFrom] = useState(shown.from);
  const [to, setTo] = useState(shown.to);
  const [isRefused, setRefused] = useState(false);
  const field = (name: string, value: string, set: (value: string) => void) => (
    <TextField
      type="date"
      label={name}
      value={value}
      min={dayMin}
      max={dayMax}
      required
      className="min-w-36 flex-1"
      errors={isRefused && name === t`To` ? [t`Choose a first and a last day, at most a year apart.`] : undefined}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
  return (
    <form
      noValidate
      aria-label={t`Custom range`}
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const range = readRange(from, to);
        setRefused(!range);
        if (range)
          void navigate({
            to: "/statistics",
            search: { ...(search.view && { view: search.view }), ...range },
            resetScroll: false,
          });
      }}
    >
      {field(t`From`, from, setFrom)}
      {field(t`To`, to, setTo)}
      <Button type="submit" className="sm:mt-7">
        {t`Show range`}
      </Button>
    </form>
  );
}
