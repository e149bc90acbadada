import { Combobox, type ComboboxOption } from "@daymark/ui/combobox";
import { useLingui } from "@lingui/react/macro";
import { type RefObject, useMemo } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { timezoneOptions } from "../../tracking/clock/timezones.ts";

interface TimezonePickerProps {
  isOpen: boolean;
  anchor: RefObject<HTMLElement | null>;
  value: ComboboxOption | null;
  /** Milliseconds since the epoch: the time for which offsets to UTC are shown. */
  now: number;
  onClose: () => void;
  onChoose: (zone: string) => void;
}

/** All time zones, searchable by place, by name and by offset. */
export default function TimezonePicker({ isOpen, anchor, value, now, onClose, onChoose }: TimezonePickerProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const options = useMemo(() => timezoneOptions(locale, now), [locale, now]);
  return (
    <Combobox
      label={t`Time zone`}
      open={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      anchor={anchor}
      options={options}
      value={value}
      onValueChange={(option) => onChoose(option.value)}
      placeholder={t`A big city near you`}
      emptyText={t`No results. Try the nearest big city.`}
    />
  );
}
