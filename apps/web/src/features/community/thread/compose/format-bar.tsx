import { IconButton } from "@daymark/ui/icon-button";
import { useLingui } from "@lingui/react/macro";
import Code from "lucide-react/icons/code";
import Italic from "lucide-react/icons/italic";
import LetterB from "lucide-react/icons/letter-b";
import Link from "lucide-react/icons/link";
import List from "lucide-react/icons/list";
import TextQuote from "lucide-react/icons/text-quote";
import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { type Format, formats, formatText } from "./format-text.ts";

/** Buttons that write Markdown into a comment's field. They stand after it, so that Tab leads from the text to "Send". */
export function FormatBar({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const { t } = useLingui();
  const looks: Record<Format, [label: string, icon: ReactNode]> = {
    bold: [t`Bold: **text**`, <LetterB key="icon" aria-hidden="true" />],
    italic: [t`Italic: _text_`, <Italic key="icon" aria-hidden="true" />],
    code: [t`Code: \`text\``, <Code key="icon" aria-hidden="true" />],
    link: [t`Link: [text](address)`, <Link key="icon" aria-hidden="true" />],
    list: [t`List: - item`, <List key="icon" aria-hidden="true" />],
    quote: [t`Quote: > text`, <TextQuote key="icon" aria-hidden="true" />],
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form.
    <div role="group" aria-label={t`Formatting`} className="-mx-1.5 flex flex-wrap sm:ml-auto">
      {formats.map((format) => (
        <IconButton
          key={format}
          label={looks[format][0]}
          size="small"
          onClick={() => field.current && formatIn(field.current, format)}
        >
          {looks[format][1]}
        </IconButton>
      ))}
    </div>
  );
}

/** The format of a key with Ctrl or Cmd. */
const formatOfKey: Record<string, Format> = { b: "bold", i: "italic" };

/** Formats the selected text if these keys do so. */
export function formatByKeys(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const format = event.ctrlKey || event.metaKey ? formatOfKey[event.key] : undefined;
  if (!format || event.altKey || event.shiftKey) return;
  event.preventDefault();
  formatIn(event.currentTarget, format);
}

function formatIn(field: HTMLTextAreaElement, format: Format): void {
  // While it is sent, the field is read-only.
  if (field.readOnly) return;
  const { value: text, selectionStart, selectionEnd } = field;
  const { from, to, insert, selected } = formatText(format, { text, from: selectionStart, to: selectionEnd });
  field.focus();
  field.setSelectionRange(from, to);
  // Only this command is part of what Ctrl+Z takes back. It is deprecated, without another way to do so.
  if (!document.execCommand(insert === "" ? "delete" : "insertText", false, insert)) {
    field.setRangeText(insert, from, to);
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  field.setSelectionRange(selected.from, selected.to);
}
