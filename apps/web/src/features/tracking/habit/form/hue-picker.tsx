import { allowedHues, type Plan } from "@daymark/domain/account/plan";
import { classes } from "@daymark/ui/classes";
import { FieldErrors } from "@daymark/ui/field";
import { useLingui } from "@lingui/react/macro";
import Check from "lucide-react/icons/check";
import { useId } from "react";
import { hueNames, hueStyle } from "../hues.ts";

interface HuePickerProps {
  plan: Plan;
  value: number;
  onValueChange: (hue: number) => void;
  errors: readonly string[];
}

/** The hues of the plan, by name: eight to choose from, and a slider below if the plan has more. */
export function HuePicker({ plan, value, onValueChange, errors }: HuePickerProps) {
  const { i18n, t } = useLingui();
  const id = useId();
  const hasSlider = allowedHues(plan).length > hueNames.size;
  return (
    <fieldset aria-describedby={errors.length > 0 ? `${id}-error` : undefined}>
      <legend className="mb-2 text-sm font-[560]">{t`Color`}</legend>
      <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-fit max-sm:grid-cols-4 max-sm:gap-x-5 max-sm:gap-y-3">
        {Array.from(hueNames, ([hue, name]) => {
          const label = i18n._(name);
          return (
            <label
              key={hue}
              title={label}
              style={hueStyle(hue)}
              className={classes(
                "relative grid size-9 cursor-pointer place-items-center rounded-full bg-habit text-habit-ink transition-shadow",
                "has-checked:[box-shadow:0_0_0_2px_var(--surface),0_0_0_4px_var(--ink)]",
                "has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-accent-text",
                "pointer-coarse:size-11 forced-colors:border-2 forced-colors:has-checked:border-[Highlight]",
              )}
            >
              <input
                type="radio"
                name={id}
                value={hue}
                checked={value === hue}
                onChange={() => onValueChange(hue)}
                aria-label={label}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              {value === hue ? <Check aria-hidden="true" className="size-4.5" strokeWidth={3} /> : null}
            </label>
          );
        })}
      </div>
      {hasSlider ? (
        <label className="mt-3 flex items-center gap-3 text-sm text-ink-muted">
          <span style={hueStyle(value)} className="size-6 shrink-0 rounded-full bg-habit" aria-hidden="true" />
          <span className="sr-only">{t`Shade in degrees`}</span>
          <input
            type="range"
            min={0}
            max={359}
            value={value}
            onChange={(event) => onValueChange(Number(event.target.value))}
            className="min-h-control w-full accent-accent"
          />
        </label>
      ) : null}
      <FieldErrors id={`${id}-error`} errors={errors} />
    </fieldset>
  );
}
