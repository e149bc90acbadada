import { blockTextLengthMax, headingLengthMax } from "@daymark/domain/community/blog";
import { classes } from "@daymark/ui/classes";
import { FieldErrors } from "@daymark/ui/field";
import { useLingui } from "@lingui/react/macro";
import type { ClipboardEvent } from "react";
import { useSentences } from "../use-sentences.ts";
import { keyOf } from "./block-keys.ts";
import type { BlockProps } from "./block-row.tsx";
import { pastedBlocks } from "./pasted.ts";

const looks = {
  title: "text-[1.75rem] leading-[1.2] font-[640] tracking-[-0.02em]",
  subtitle: "text-[1.3125rem] leading-[1.3] font-[620] tracking-[-0.015em]",
  paragraph: "text-[1.0625rem] leading-[1.75]",
} as const;

/** A text block: it looks as readers will see it. */
export function BlockText({ block, label, faults, actions, isFirst, language }: BlockProps) {
  const { t } = useLingui();
  const sentences = useSentences();
  const { key, text } = block;
  const kind = block.kind === "title" || block.kind === "subtitle" ? block.kind : "paragraph";
  const errors = sentences(faults?.text);
  const hints = {
    title: t({ message: "Title", context: "of a post" }),
    subtitle: t`Subtitle`,
    paragraph: isFirst ? t`Write, or press / to choose a block` : t`Write, or press /`,
  };

  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { clipboardData, currentTarget } = event;
    const plain = clipboardData.getData("text/plain");
    const [file] = clipboardData.files;
    // Word processors add an image of the copied text to the clipboard.
    if (file && plain === "") {
      event.preventDefault();
      return actions.addFile(key, file);
    }
    const pasted = pastedBlocks({ html: clipboardData.getData("text/html"), text: plain });
    if (!pasted) return;
    event.preventDefault();
    actions.paste(key, currentTarget.selectionStart, currentTarget.selectionEnd, pasted);
  };

  return (
    <>
      <textarea
        id={`${key}-main`}
        lang={language}
        value={text}
        rows={1}
        maxLength={kind === "paragraph" ? blockTextLengthMax : headingLengthMax}
        aria-label={label}
        aria-invalid={errors.length > 0 || undefined}
        aria-describedby={errors.length > 0 ? `${key}-text-error` : undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        placeholder={hints[kind]}
        className={classes(
          "field-sizing-content w-full resize-none rounded-control bg-transparent px-2 py-1 outline-none",
          "placeholder:text-ink-muted focus-visible:ring-3 focus-visible:ring-accent/30",
          "aria-invalid:ring-1 aria-invalid:ring-danger-text",
          looks[kind],
        )}
        onChange={(event) => {
          const typed = event.target.value;
          // A heading has one line, also if the user drops text with more lines.
          actions.change(key, { text: kind === "paragraph" ? typed : typed.replaceAll(/\s*\n\s*/g, " ") });
        }}
        onKeyDown={(event) => {
          const asked = keyOf(event);
          if (!asked || (asked.does === "menu" && kind !== "paragraph")) return;
          if (actions.press(key, asked, event.currentTarget)) event.preventDefault();
        }}
        onPaste={paste}
      />
      <FieldErrors id={`${key}-text-error`} errors={errors} />
    </>
  );
}
