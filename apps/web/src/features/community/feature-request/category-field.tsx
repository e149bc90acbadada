import { type Category, categories } from "@daymark/domain/community/request-kind";
import { FieldErrors } from "@daymark/ui/field";
import { useLingui } from "@lingui/react/macro";
import { type ComponentProps, useId } from "react";
import { useCategoryWords } from "./board-words.ts";

interface CategoryFieldProps {
  /** The user tried to send the form without a category, which is the only possible error. */
  isMissing: boolean;
  /** Props of react-hook-form for each radio button. */
  registered: ComponentProps<"input">;
}

/** The category of a request, with the meaning of each. */
export function CategoryField({ isMissing, registered }: CategoryFieldProps) {
  const { t } = useLingui();
  const id = useId();
  const words = useCategoryWords();
  const meanings: Record<Category, string> = {
    new_features: t`Something Daymark cannot do yet.`,
    improvements: t`Something Daymark does but could do better.`,
    minor_issues: t`Something is off, but there is a way around it.`,
    critical_bugs: t`Something is broken: data is lost or wrong, or a page cannot be used.`,
  };
  return (
    <fieldset aria-describedby={isMissing ? `${id}-error` : undefined} className="flex flex-col">
      <legend className="mb-2 text-sm font-[560]">{t`Category`}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {categories.map((category) => (
          <label
            key={category}
            className="flex cursor-pointer gap-3 rounded-control border border-line-strong bg-surface p-3.5 transition-colors hover:border-ink-muted has-checked:border-accent-text has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              value={category}
              aria-invalid={isMissing || undefined}
              aria-describedby={`${id}-${category}`}
              className="mt-0.5 size-5 shrink-0 accent-accent"
              {...registered}
            />
            <span className="min-w-0">
              <span className="block text-[0.9375rem] font-[560]">{words[category]}</span>
              <span id={`${id}-${category}`} className="mt-0.5 block text-sm leading-snug text-ink-muted">
                {meanings[category]}
              </span>
            </span>
          </label>
        ))}
      </div>
      <div className="mt-1.5">
        <FieldErrors id={`${id}-error`} errors={isMissing ? [t`Choose a category.`] : []} />
      </div>
    </fieldset>
  );
}
