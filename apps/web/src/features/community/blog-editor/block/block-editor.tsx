import { blocksMax } from "@daymark/domain/community/blog";
import { classes } from "@daymark/ui/classes";
import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { flash } from "../../../../lib/messages/flash.ts";
import { insertBlocks, moveBlock } from "../block-list.ts";
import { useBlockNames } from "../block-words.ts";
import type { Faults } from "../faults.ts";
import type { Editor } from "../use-editor.ts";
import { createBlock } from "../writing.ts";
import { mainOf } from "./block-focus.ts";
import { BlockMenu } from "./block-menu.tsx";
import { BlockRow } from "./block-row.tsx";
import { useBlockActions } from "./use-block-actions.ts";

interface BlockEditorProps {
  editor: Editor;
  faults: Faults;
}

/** The blocks of a post: the user writes and arranges them by mouse, touch and keyboard. */
export function BlockEditor({ editor, faults }: BlockEditorProps) {
  const { t } = useLingui();
  const names = useBlockNames();
  const { blocks } = editor.writing;
  const count = blocks.length;
  const [said, setSaid] = useState("");
  const tell = {
    moved: (place: number) => setSaid(t`Moved to place ${place} of ${{ count: editor.read().writing.blocks.length }}.`),
    removed: (undo: () => void) => {
      setSaid("");
      flash({ text: t`Block deleted.`, id: "block-deleted", action: { label: t`Undo`, onAction: undo } });
    },
    full: () => flash({ kind: "warning", text: t`A post has ${blocksMax} blocks at most.` }),
  };
  const { actions, files, menu, closeMenu, choose } = useBlockActions(editor, tell);
  useCaret(editor);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const keys = blocks.map(({ key }) => key);
  const placeOf = (key: unknown) => keys.indexOf(String(key)) + 1;
  const [isOver, setOver] = useState(false);

  return (
    <section
      aria-label={t`Text of the post`}
      className={classes("rounded-card", isOver && "ring-3 ring-accent/40")}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (!file) return;
        event.preventDefault();
        const row = event.target instanceof Element ? event.target.closest("[data-block]") : null;
        const key = row?.getAttribute("data-block") ?? keys.at(-1);
        if (key) actions.addFile(key, file);
      }}
    >
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={({ active, over }) => {
          if (!over || active.id === over.id) return;
          const next = moveBlock(editor.read().writing.blocks, placeOf(active.id) - 1, placeOf(over.id) - 1);
          editor.edit({ blocks: next, caret: null });
        }}
        accessibility={{
          screenReaderInstructions: {
            draggable: t`Press Space to pick up the block, the arrow keys to move it, Space to drop it, Escape to cancel.`,
          },
          announcements: {
            onDragStart: ({ active }) => t`Block picked up, place ${{ place: placeOf(active.id) }} of ${count}.`,
            onDragOver: ({ active, over }) =>
              over && over.id !== active.id
                ? t`Block is over place ${{ place: placeOf(over.id) }} of ${count}.`
                : undefined,
            onDragEnd: ({ active, over }) =>
              t`Block dropped at place ${{ place: placeOf(over?.id ?? active.id) }} of ${count}.`,
            onDragCancel: () => t`Cancelled. The block is where it was.`,
          },
        }}
      >
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ol>
            {blocks.map((block, index) => (
              <BlockRow
                key={block.key}
                block={block}
                label={t`${{ kind: names[block.kind] }}, block ${{ place: index + 1 }} of ${count}`}
                language={editor.writing.language}
                kindName={names[block.kind]}
                faults={faults.blocks[block.key]}
                file={files[block.key]}
                isFirst={index === 0}
                isLast={index === count - 1}
                actions={actions}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <button
        type="button"
        // A click below the text continues writing, as in other editors. Keyboard users have the button between blocks.
        tabIndex={-1}
        aria-hidden="true"
        className="block h-24 w-full cursor-text"
        onClick={() => {
          const last = blocks.at(-1);
          if (last?.kind === "paragraph") editor.focus({ key: last.key });
          else editor.edit(insertBlocks(blocks, count, [createBlock("paragraph")]));
        }}
      />
      <BlockMenu menu={menu} blocks={blocks} onChoose={choose} onClose={closeMenu} />
      <p role="status" className="sr-only">
        {said}
      </p>
      <p className="sr-only">
        <Trans>In a block, Alt with an arrow up or down moves it.</Trans>
      </p>
    </section>
  );
}

/** Places the caret after an edit, as soon as React has rendered it. */
function useCaret({ caret }: Editor) {
  const done = useRef(caret);
  useEffect(() => {
    if (!caret || done.current === caret) return;
    done.current = caret;
    const field = mainOf(caret.key);
    if (!field) return;
    field.focus();
    if (field instanceof HTMLTextAreaElement) {
      const at = caret.at ?? field.value.length;
      field.setSelectionRange(at, at);
    }
  });
}
