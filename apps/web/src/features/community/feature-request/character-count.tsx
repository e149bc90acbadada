import { textLength } from "@daymark/domain/text/text";
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../lib/language/format.ts";

/** How long a text is, of how long it may be; as the server counts, without white space around it. */
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
