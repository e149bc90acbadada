import type { Schedule } from "@daymark/domain/tracking/schedule";
import { monthsSinceLastMax, windowDaysMax } from "@daymark/domain/tracking/schedule-bounds";
import { Select } from "@daymark/ui/select";
import { useLingui } from "@lingui/react/macro";
import { CountField } from "./count-field.tsx";

interface SinceLastFieldsProps {
  schedule: Schedule;
  onScheduleChange: (schedule: Schedule) => void;
}

/** How long after the last time a habit is due, in days or in months. */
export function SinceLastFields({ schedule, onScheduleChange }: SinceLastFieldsProps) {
  const { t } = useLingui();
  const { months_since_last: months, times_in_days: inDays } = schedule;
  const unit = months === undefined ? "days" : "months";
  const count = months ?? inDays?.days ?? 0;
  const change = (next: { unit: "days" | "months"; count: number }) =>
    onScheduleChange(
      next.unit === "days" ? { times_in_days: { times: 1, days: next.count } } : { months_since_last: next.count },
    );
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <CountField
        label={t({ message: "How many", context: "days or months after the last time" })}
        value={count}
        max={unit === "days" ? windowDaysMax : monthsSinceLastMax}
        onValueChange={(value) => change({ unit, count: value })}
      />
      <Select
        label={t({ message: "Days or months", context: "after the last time" })}
        groups={[
          {
            options: [
              { value: "days", label: t({ message: "Days", context: "how many after the last time" }) },
              { value: "months", label: t({ message: "Months", context: "how many after the last time" }) },
            ],
          },
        ]}
        value={unit}
        onValueChange={(value) => change({ unit: value, count })}
      />
    </div>
  );
}
