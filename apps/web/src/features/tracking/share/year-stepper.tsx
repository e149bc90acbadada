import { IconButton } from "@daymark/ui/icon-button";
import { useLingui } from "@lingui/react/macro";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";

interface YearStepperProps {
  year: number;
  /** The first and the last year to choose. */
  first: number;
  last: number;
  onYearChange: (year: number) => void;
}

/** The choice of a year by two buttons. */
export function YearStepper({ year, first, last, onYearChange }: YearStepperProps) {
  const { t } = useLingui();
  return (
    <div className="flex items-center gap-1">
      <IconButton label={t`Previous year`} disabled={year <= first} onClick={() => onYearChange(year - 1)}>
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <span aria-live="polite" className="min-w-14 text-center text-lg font-[620] tabular-nums">
        {year}
      </span>
      <IconButton label={t`Next year`} disabled={year >= last} onClick={() => onYearChange(year + 1)}>
        <ChevronRight aria-hidden="true" />
      </IconButton>
    </div>
  );
}
