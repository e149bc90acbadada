import { linkTextLengthMax } from "@daymark/domain/community/blog";
import { urlLengthMax } from "@daymark/domain/text/web-address";
import { TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import type { KeyboardEvent } from "react";
import { useSentences } from "../use-sentences.ts";
import { fullAddress } from "../writing.ts";
import { keyOf } from "./block-keys.ts";
import type { BlockProps } from "./block-row.tsx";

/** A link on a separate line: its text and its address. */
export function BlockLink({ block, label, faults, actions, language }: BlockProps) {
  const { t } = useLingui();
  const sentences = useSentences();
  const { key, text, url } = block;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const asked = keyOf(event);
    if (!asked || asked.does === "menu") return;
    // Single-line fields leave the up and down keys to the block.
    const own = asked.does === "split" ? { ...asked, from: text.length, to: text.length } : asked;
    if (actions.press(key, own, event.currentTarget)) event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere.
    <div
      role="group"
      aria-label={label}
      className="grid gap-3 rounded-card border border-line bg-surface p-4 sm:grid-cols-2"
    >
      <TextField
        id={`${key}-main`}
        lang={language}
        label={t`Words of the link`}
        value={text}
        maxLength={linkTextLengthMax}
        errors={sentences(faults?.text)}
        onChange={(event) => actions.change(key, { text: event.target.value })}
        onKeyDown={onKeyDown}
      />
      <AddressField
        label={t`Address`}
        value={url}
        errors={sentences(faults?.url)}
        onChange={(next) => actions.change(key, { url: next })}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

interface AddressFieldProps {
  label: string;
  value: string;
  errors: readonly string[];
  onChange: (url: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/**
 * A web address. On blur, one without a scheme gets https. It counts as valid before that, so that no error appears and
 * disappears under a click.
 */
export function AddressField({ label, value, errors, onChange, onKeyDown }: AddressFieldProps) {
  return (
    <TextField
      label={label}
      type="url"
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="https://"
      value={value}
      maxLength={urlLengthMax}
      errors={errors}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => {
        const full = fullAddress(value);
        if (full !== value) onChange(full);
      }}
      {...(onKeyDown && { onKeyDown })}
    />
  );
}
