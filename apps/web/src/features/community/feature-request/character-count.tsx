import { textLength } from "@daymark/domain/text/text";
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../lib/language/format.ts";

/** The length of a text and its limit; counted as the server does, without surrounding white space. */
export function CharacterCount({ text, max }: { text: string; max: number }) {
  const { t } = useLingui();
  const format = useFormat();
  const length = textLength(text.trim());
  const count = format.number(length);
  const limit = format.number(max);
  return (
    <p className={`self-end text-sm tabular-nums ${length > max ? "text-danger-text" : "text-ink-muted"}`}>
      <span aria-hidden="true">
        {count} / {limit}
      </span>
      <span className="sr-only">{t`${count} of ${limit} characters`}</span>
    </p>
  );
}
