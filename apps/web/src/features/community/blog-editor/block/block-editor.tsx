import "../../blog/post.css";
import "./block-editor.css";
import { blocksMax } from "@daymark/domain/community/blog-block";
import { FieldErrors } from "@daymark/ui/field";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { createPortal } from "react-dom";
import { flash } from "../../../../lib/messages/flash.ts";
import { useBlockNames } from "../block-words.ts";
import type { Faults } from "../faults.ts";
import type { Editor } from "../use-editor.ts";
import { useSentences } from "../use-sentences.ts";
import { BlockHandle } from "./block-handle.tsx";
import { BlockMenu, type OpenMenu } from "./block-menu.tsx";
import { Cards } from "./cards.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { postTextId } from "./text-places.ts";
import { TextToolbar } from "./text-toolbar.tsx";
import { useTextView } from "./use-text-view.ts";

interface BlockEditorProps {
  editor: Editor;
  faults: Faults;
  /** The element for the toolbar; null until it is there. */
  toolbarPlace: HTMLElement | null;
}

const errorsId = "post-text-errors";
const helpId = "post-text-help";

/** The text of a post: one editor for all its blocks, with a toolbar, a menu of blocks and the dialog of a link. */
export default function BlockEditor({ editor, faults, toolbarPlace }: BlockEditorProps) {
  const { t } = useLingui();
  const names = useBlockNames();
  const sentences = useSentences();
  const [announcement, setAnnouncement] = useState("");
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [isLinking, setLinking] = useState(false);
  const { count, language } = { count: editor.writing.blocks.length, language: editor.writing.language };
  const errors = Object.entries(faults.blocks).flatMap(([index, { text, item }]) =>
    sentences(text).map((sentence) => {
      const place = Number(index) + 1;
      return item === undefined
        ? t`Block ${place}: ${sentence}`
        : t`Block ${place}, item ${{ item: item + 1 }}: ${sentence}`;
    }),
  );
  const describedBy = errors.length > 0 ? `${errorsId} ${helpId}` : helpId;
  const limits = {
    blocks: t`A post can have at most ${blocksMax} blocks.`,
    length: t`This does not fit: the block would be too long.`,
  };
  const text = useTextView(editor, faults, {
    attributes: {
      id: postTextId,
      role: "textbox",
      "aria-multiline": "true",
      "aria-label": t`Text of the post`,
      "aria-describedby": describedBy,
      "aria-keyshortcuts": "Alt+F10 Alt+ArrowUp Alt+ArrowDown",
      ...(errors.length > 0 && { "aria-invalid": "true" }),
      lang: language,
      class: "post-text post-editor",
    },
    hints: {
      ...names,
      paragraph: t`Write, or press /`,
      empty: t`Write, or press / to choose a block`,
    },
    onMoved: (place) => setAnnouncement(t`Moved to position ${place} of ${count}.`),
    onFull: (limit) => flash({ kind: "warning", id: "blocks-full", text: limits[limit] }),
    onMenu: setMenu,
    onLink: () => setLinking(true),
  });
  const { view, state, cards, place } = text;
  return (
    <section aria-label={t`Blocks of the post`}>
      {view && state && toolbarPlace
        ? createPortal(
            <TextToolbar
              view={view}
              state={state}
              onMoved={text.onMoved}
              onInsert={(anchor) => setMenu({ anchor })}
              onLink={() => setLinking(true)}
            />,
            toolbarPlace,
          )
        : null}
      <div className="relative">
        <div ref={place} />
        {view ? <BlockHandle view={view} /> : null}
        {view ? <Cards store={cards} language={language} /> : null}
      </div>
      <div className="mt-3 empty:hidden">
        <FieldErrors id={errorsId} errors={errors} />
      </div>
      <button
        type="button"
        // A click below the text continues writing, as in other editors. Keys reach the end of the text without it.
        tabIndex={-1}
        aria-hidden="true"
        className="block h-24 w-full cursor-text"
        onClick={text.continueAtEnd}
      />
      {view ? <BlockMenu menu={menu} view={view} cards={cards} onClose={() => setMenu(null)} /> : null}
      {view && state ? (
        <LinkDialog open={isLinking} view={view} state={state} onClose={() => setLinking(false)} />
      ) : null}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <p id={helpId} className="sr-only">
        <Trans>
          Press / in an empty paragraph to choose a block. Alt+Up and Alt+Down move a block. Alt+F10 goes to the
          toolbar.
        </Trans>
      </p>
    </section>
  );
}
