import type { BlockKind } from "@daymark/domain/community/blog";
import { useMemo, useRef, useState } from "react";
import {
  changeBlock,
  type Edit,
  insertBlocks,
  joinBack,
  moveBlock,
  pasteInto,
  placeFor,
  removeBlock,
  roomIn,
  splitBlock,
} from "../block-list.ts";
import type { Editor } from "../use-editor.ts";
import { createBlock } from "../writing.ts";
import type { BlockActions } from "./block-row.tsx";

export interface OpenMenu {
  key: string;
  does: "add" | "change";
  anchor: HTMLElement;
}

/** Announcements for screen readers. */
interface Telling {
  moved: (place: number) => void;
  removed: (undo: () => void) => void;
  full: () => void;
}

/** The actions on the blocks of a post. */
export function useBlockActions(editor: Editor, telling: Telling) {
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [files, setFiles] = useState<Readonly<Record<string, File>>>({});
  const latest = useRef({ editor, telling });
  latest.current = { editor, telling };

  const actions = useMemo((): BlockActions => {
    const blocks = () => latest.current.editor.read().writing.blocks;
    const edit = (next: Edit | null) => {
      if (next) latest.current.editor.edit(next);
      return next !== null;
    };
    const isFull = () => {
      if (roomIn(blocks()) > 0) return false;
      latest.current.telling.full();
      return true;
    };
    const takeFile = (key: string, file: File) => setFiles((known) => ({ ...known, [key]: file }));
    const dropFile = (key: string) => setFiles(({ [key]: _, ...rest }) => rest);
    const move = (key: string, by: -1 | 1) => {
      const from = blocks().findIndex((block) => block.key === key);
      const next = moveBlock(blocks(), from, from + by);
      if (next === blocks()) return;
      const focused = document.activeElement;
      edit({ blocks: next, caret: null });
      // A block that moves loses the focus when its element moves in the document; a key meanwhile may have moved the
      // focus on.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus();
      });
      latest.current.telling.moved(from + by + 1);
    };
    const remove = (key: string) => {
      const before = blocks();
      const index = before.findIndex((block) => block.key === key);
      const removed = before[index];
      if (!removed) return;
      edit(removeBlock(before, key));
      latest.current.telling.removed(() => {
        const now = blocks();
        edit({ ...insertBlocks(now, Math.min(index, now.length), [removed]), caret: { key } });
      });
    };
    return {
      change: (key, change) => void edit({ blocks: changeBlock(blocks(), key, change), caret: null }),
      press: (key, asked, field) => {
        if (asked.does === "move") {
          move(key, asked.by);
          return true;
        }
        if (asked.does === "split") {
          const block = blocks().find((each) => each.key === key);
          if (isFull()) return true;
          // A link is not split: the next paragraph follows it.
          if (block?.kind === "link") {
            return edit(insertBlocks(blocks(), placeFor(blocks(), key).index, [createBlock("paragraph")]));
          }
          return edit(splitBlock(blocks(), key, asked.from, asked.to));
        }
        if (asked.does === "join") return edit(joinBack(blocks(), key));
        if (asked.does === "menu") {
          setMenu({ key, does: "change", anchor: field });
          return true;
        }
        const index = blocks().findIndex((block) => block.key === key);
        const next = blocks()[index + asked.by];
        if (next) latest.current.editor.focus({ key: next.key, ...(asked.by === 1 && { at: 0 }) });
        return next !== undefined;
      },
      paste: (key, from, to, pasted) => {
        if (roomIn(blocks()) < pasted.length) latest.current.telling.full();
        edit(pasteInto(blocks(), key, from, to, pasted));
      },
      addFile: (key, file) => {
        const block = blocks().find((each) => each.key === key);
        if (block?.kind === "image" && block.url === "") return takeFile(key, file);
        if (isFull()) return;
        const image = createBlock("image");
        takeFile(image.key, file);
        const { index, replaces } = placeFor(blocks(), key);
        // The field for the description takes the focus itself.
        edit({ blocks: blocks().toSpliced(index, replaces ? 1 : 0, image), caret: null });
      },
      takeFile,
      dropFile,
      focus: (key) => latest.current.editor.focus({ key }),
      move,
      remove,
      openMenu: ({ key, does }, anchor) => setMenu({ key, does, anchor }),
    };
  }, []);

  return {
    ...{ actions, files, menu },
    closeMenu: () => setMenu(null),
    /** Handles a choice in the menu: the kind of a block, or of a new block after it. */
    choose: (kind: BlockKind) => {
      if (!menu) return;
      const { key, does } = menu;
      setMenu(null);
      const { blocks } = editor.read().writing;
      if (does === "add") {
        if (roomIn(blocks) <= 0) return telling.full();
        const index = blocks.findIndex((block) => block.key === key) + 1;
        return editor.edit(
          insertBlocks(blocks, index, [createBlock(kind), ...afterDivider(kind, index, blocks.length)]),
        );
      }
      const block = blocks.find((each) => each.key === key);
      if (!block) return;
      const changed = changeBlock(blocks, key, { kind });
      const index = blocks.indexOf(block);
      if (kind === "divider" && index === blocks.length - 1 && roomIn(blocks) > 0) {
        return editor.edit(insertBlocks(changed, index + 1, [createBlock("paragraph")]));
      }
      editor.edit({ blocks: changed, caret: { key } });
    },
  };
}

/** A divider at the end is followed by a paragraph to write in. */
function afterDivider(kind: BlockKind, index: number, count: number) {
  return kind === "divider" && index === count ? [createBlock("paragraph")] : [];
}
