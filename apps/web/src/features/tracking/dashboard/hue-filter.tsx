import { classes } from "@daymark/ui/classes";
import { useLingui } from "@lingui/react/macro";
import Check from "lucide-react/icons/check";
import { useId } from "react";
import { hueName, hueStyle } from "../habit/hues.ts";

interface HueFilterProps {
  /** The hues of the existing habits, in degrees. */
  hues: readonly number[];
  value: number | undefined;
  onValueChange: (hue: number | undefined) => void;
}

/** The colors of the user's habits, to show only those of one color. */
export function HueFilter({ hues, value, onValueChange }: HueFilterProps) {
  const { i18n, t } = useLingui();
  const name = useId();
  const offered = value === undefined || hues.includes(value) ? hues : [...hues, value];
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-[560]">{t`Color`}</legend>
      <div className="flex flex-wrap gap-2">
        <label className={classes(chip, "pl-3")}>
          <input
            type="radio"
            name={name}
            checked={value === undefined}
            onChange={() => onValueChange(undefined)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {t`All`}
        </label>
        {offered.map((hue) => (
          <label key={hue} style={hueStyle(hue)} className={classes(chip, "pl-2")}>
            <input
              type="radio"
              name={name}
              checked={value === hue}
              onChange={() => onValueChange(hue)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span aria-hidden="true" className="grid size-5 place-items-center rounded-full bg-habit text-habit-ink">
              {value === hue ? <Check className="size-3.5" strokeWidth={3} /> : null}
            </span>
            {hueName(i18n, hue)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const chip =
  "relative inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-full border border-line pr-3 text-sm font-[530] " +
  "text-ink-muted transition-colors has-checked:border-ink has-checked:text-ink has-focus-visible:outline-2 " +
  "has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text pointer-coarse:min-h-11 " +
  "forced-colors:has-checked:border-[Highlight] forced-colors:has-checked:border-2";
