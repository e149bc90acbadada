import { blogDescriptionLengthMax, blogTitleLengthMax } from "@daymark/domain/community/blog";
import type { Language } from "@daymark/domain/text/language";
import { textLength } from "@daymark/domain/text/text";
import { FieldErrors } from "@daymark/ui/field";
import { useLingui } from "@lingui/react/macro";
import type { KeyboardEvent } from "react";
import { postTextId } from "../block/text-places.ts";
import type { Faults } from "../faults.ts";
import type { Editor } from "../use-editor.ts";
import { useSentences } from "../use-sentences.ts";

interface HeadFieldsProps {
  editor: Editor;
  faults: Faults;
}

/** Title and description, as they will appear above the text. */
export function HeadFields({ editor, faults }: HeadFieldsProps) {
  const { t } = useLingui();
  const sentences = useSentences();
  const { title, description, language } = editor.writing;
  const goOn = (event: KeyboardEvent, next: () => void) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    next();
  };
  return (
    <div className="flex flex-col gap-4">
      <HeadField
        name="title"
        language={language}
        label={t({ message: "Title", context: "of a post" })}
        value={title}
        max={blogTitleLengthMax}
        errors={sentences(faults.details.title)}
        className="text-[2rem] leading-[1.2] font-[680] tracking-[-0.025em] sm:text-[2.5rem]"
        onChange={(next) => editor.change({ title: next })}
        onKeyDown={(event) => goOn(event, () => document.getElementById("post-description")?.focus())}
      />
      <HeadField
        name="description"
        language={language}
        label={t`Short description`}
        value={description}
        max={blogDescriptionLengthMax}
        errors={sentences(faults.details.description)}
        className="text-lg leading-relaxed"
        onChange={(next) => editor.change({ description: next })}
        onKeyDown={(event) => goOn(event, () => document.getElementById(postTextId)?.focus())}
      />
    </div>
  );
}

interface HeadFieldProps {
  name: "title" | "description";
  /** The language of the text. */
  language: Language;
  label: string;
  value: string;
  max: number;
  errors: readonly string[];
  className: string;
  onChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function HeadField({ name, language, label, value, max, errors, className, onChange, onKeyDown }: HeadFieldProps) {
  const { t } = useLingui();
  const id = `post-${name}`;
  const length = textLength(value.trim());
  const isLong = length > max;
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-baseline justify-between gap-3 px-2 text-sm text-ink-muted">
        <label htmlFor={id} className="font-[560]">
          {label}
        </label>
        <span className={isLong ? "text-danger-text tabular-nums" : "tabular-nums"}>
          <span aria-hidden="true">
            {length} / {max}
          </span>
          <span id={`${id}-count`} className="sr-only">
            {t`${length} of ${max} characters`}
          </span>
        </span>
      </div>
      <textarea
        id={id}
        lang={language}
        value={value}
        rows={1}
        // A draft may be longer than a published text, so that pasted text is not cut off unnoticed.
        maxLength={max * 4}
        aria-invalid={errors.length > 0 || undefined}
        aria-describedby={errors.length > 0 ? `${id}-error ${id}-count` : `${id}-count`}
        className={
          "field-sizing-content w-full resize-none rounded-control border border-transparent bg-transparent px-2 py-1 outline-none " +
          "hover:border-line focus-visible:border-accent-text focus-visible:focus-ring " +
          `aria-invalid:border-danger-text ${className}`
        }
        onChange={(event) => onChange(event.target.value.replaceAll(/\s*\n\s*/g, " "))}
        onKeyDown={onKeyDown}
      />
      <div className="px-2">
        <FieldErrors id={`${id}-error`} errors={errors} />
      </div>
    </div>
  );
}
