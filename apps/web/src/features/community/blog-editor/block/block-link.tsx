import { linkTextLengthMax } from "@daymark/domain/community/blog-block";
import { urlLengthMax } from "@daymark/domain/text/web-address";
import { TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import { fullAddress } from "../sent-block.ts";
import { useSentences } from "../use-sentences.ts";
import type { CardProps } from "./cards.tsx";

/** A link on a separate line: its text and its address. */
export function BlockLink({ id, attrs, faults, actions, language }: CardProps) {
  const { t } = useLingui();
  const sentences = useSentences();
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        id={`${id}-main`}
        lang={language}
        label={t`Link text`}
        value={String(attrs.text)}
        maxLength={linkTextLengthMax}
        errors={sentences(faults?.text)}
        onChange={(event) => actions.change({ text: event.target.value })}
      />
      <AddressField
        label={t`Address`}
        value={String(attrs.url)}
        errors={sentences(faults?.url)}
        onChange={(url) => actions.change({ url })}
      />
    </div>
  );
}

interface AddressFieldProps {
  label: string;
  value: string;
  errors: readonly string[];
  onChange: (url: string) => void;
}

/**
 * A web address. On blur, one without a scheme gets https. It counts as valid before that, so that no error appears and
 * disappears under a click.
 */
export function AddressField({ label, value, errors, onChange }: AddressFieldProps) {
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
    />
  );
}
