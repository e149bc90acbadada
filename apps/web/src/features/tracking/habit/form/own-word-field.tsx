import { guessForms } from "@daymark/domain/text/guess-forms";
import { formFor, formLanguage, formSeparator, formsOf, wordFormsMax } from "@daymark/domain/text/word-forms";
import { unitLabelLengthMax } from "@daymark/domain/tracking/habit-content";
import { TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import { type Ref, useState } from "react";
import { useFormat } from "../../../../lib/language/format.ts";

/** A number that takes each form, in the order of the forms. Ukrainian has four, English the first two. */
const examples = [1, 2, 5, 1.5];
const fieldCounts = { en: 2, uk: wordFormsMax };

interface OwnWordFieldProps {
  /** The forms with commas between them; null for no word. */
  value: string | null;
  onValueChange: (word: string | null) => void;
  onBlur?: () => void;
  errors: readonly string[];
  inputRef?: Ref<HTMLInputElement>;
}

/**
 * The user's own word for an amount, with a field for each form that its language needs. While the user types the first
 * one, regular forms appear in the others; an empty one shows in grey the form that is used instead.
 */
export function OwnWordField({ value, onValueChange, onBlur, errors, inputRef }: OwnWordFieldProps) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const [texts, setTexts] = useState(() => textsOf(value ?? ""));
  const [isGuessing, setGuessing] = useState(() => isGuess(value));
  const [known, setKnown] = useState(value);
  if (value !== known) {
    // Another word was filled in from outside of the fields.
    setKnown(value);
    setTexts(textsOf(value ?? ""));
    setGuessing(isGuess(value));
  }
  const given = texts.filter(Boolean);
  const language = given.length > 0 ? formLanguage(given) : i18n.locale === "uk" ? "uk" : "en";
  const change = (place: number, text: string) => {
    const isGuessed = isGuessing && place === 0;
    // A comma says that the user writes the forms in one field.
    const forms = text.includes(",") ? [text] : guessForms(text);
    setGuessing(isGuessed);
    setTexts(padded(isGuessed ? [text, ...forms.slice(1)] : texts.with(place, text)));
    const word = joined(isGuessed ? forms : texts.with(place, text));
    setKnown(word);
    onValueChange(word);
  };
  const leave = () => {
    // The fields show what will be stored: "pages" in the first one has become "page" and "pages".
    const forms = formsOf(value ?? "");
    if (forms.length <= wordFormsMax) {
      const word = joined(forms);
      setTexts(textsOf(word ?? ""));
      setKnown(word);
      if (word !== value) onValueChange(word);
    }
    onBlur?.();
  };
  return (
    <fieldset className="flex flex-col gap-3 rounded-control border border-line bg-sunken p-4">
      <legend className="sr-only">{t`Your word for the amount`}</legend>
      <p className="text-sm leading-snug text-ink-muted">
        {t`Write the word as it stands after each number. A short form such as “pp.” needs only the first field.`}
      </p>
      <div className="grid grid-cols-2 gap-3">
        {examples.slice(0, fieldCounts[language]).map((example, place) => (
          <TextField
            key={example}
            {...(place === 0 && { ref: inputRef, errors })}
            label={t`After ${{ number: format.number(example) }}`}
            autoComplete="off"
            autoCapitalize="none"
            maxLength={unitLabelLengthMax}
            placeholder={formFor(value ?? t`page, pages`, example)}
            value={texts[place] ?? ""}
            onChange={(event) => change(place, event.target.value)}
            onBlur={leave}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** True if the forms are those that the first one gives, so that another first one may change them. */
function isGuess(word: string | null): boolean {
  return word === null || word === joined(guessForms(formsOf(word)[0] ?? ""));
}

function textsOf(word: string): string[] {
  return padded(formsOf(word));
}

function padded(texts: readonly string[]): string[] {
  return [...texts, ...Array<string>(wordFormsMax).fill("")].slice(0, Math.max(texts.length, wordFormsMax));
}

/** The texts as one word. A missing form between others is that before it; those that add nothing are left out. */
function joined(texts: readonly string[]): string | null {
  let [before = ""] = texts.map((text) => text.trim()).filter(Boolean);
  const last = texts.findLastIndex((text) => text.trim() !== "");
  const forms = texts.slice(0, last + 1).map((text) => (before = text.trim() || before));
  if (forms[3] === forms[1]) forms.splice(3, 1);
  return forms.length === 0 ? null : forms.join(formSeparator);
}
