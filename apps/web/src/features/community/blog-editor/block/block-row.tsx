import type { BlockKind } from "@daymark/domain/community/blog";
import type { Language } from "@daymark/domain/text/language";
import { classes } from "@daymark/ui/classes";
import { IconButton, iconButtonClass } from "@daymark/ui/icon-button";
import { useSortable } from "@dnd-kit/sortable";
import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, GripVertical, Plus, Trash2 } from "lucide-react";
import { memo } from "react";
import { blockIcons } from "../block-words.ts";
import type { Faults } from "../faults.ts";
import type { WrittenBlock } from "../writing.ts";
import { BlockImage } from "./block-image.tsx";
import type { BlockKey } from "./block-keys.ts";
import { BlockLink } from "./block-link.tsx";
import { BlockText } from "./block-text.tsx";

/** The actions of a block on its list. The same object while the page is open. */
export interface BlockActions {
  change: (key: string, change: Partial<Omit<WrittenBlock, "key">>) => void;
  /** Handles a key; false if the field handles it. */
  press: (key: string, asked: BlockKey, field: HTMLElement) => boolean;
  paste: (key: string, from: number, to: number, pasted: readonly WrittenBlock[]) => void;
  /** The user pasted or dropped a file: it becomes an image, in place of an empty paragraph or after the block. */
  addFile: (key: string, file: File) => void;
  /** The user chose a file for this block. */
  takeFile: (key: string, file: File) => void;
  /** The file was uploaded, or the user cancelled. */
  dropFile: (key: string) => void;
  move: (key: string, by: -1 | 1) => void;
  /** Moves the focus to a block, once it is rendered. */
  focus: (key: string) => void;
  remove: (key: string) => void;
  openMenu: (menu: { key: string; does: "add" | "change" }, anchor: HTMLElement) => void;
}

export interface BlockProps {
  block: WrittenBlock;
  /** "Paragraph, block 2 of 5". */
  label: string;
  faults: Faults["blocks"][string] | undefined;
  /** A file chosen for an image and not uploaded yet. */
  file: File | undefined;
  isFirst: boolean;
  /** The language of the post. */
  language: Language;
  actions: BlockActions;
}

interface BlockRowProps extends BlockProps {
  kindName: string;
  isLast: boolean;
}

/** A block and its controls. Memoized, because a page has up to 200 of them. */
export const BlockRow = memo(function BlockRow(props: BlockRowProps) {
  const { block, label, kindName, isFirst, isLast, actions } = props;
  const { t } = useLingui();
  const { key, kind } = block;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: key,
  });
  const Icon = blockIcons[kind];
  const Field = fields[kind];
  return (
    <li
      ref={setNodeRef}
      data-block={key}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
      className={classes("group/block relative rounded-card", isDragging && "z-10 bg-surface shadow-float")}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere. */}
      <div
        role="group"
        aria-label={label}
        className={
          "flex items-center gap-0.5 text-ink-muted transition-opacity pointer-fine:opacity-0 " +
          "group-focus-within/block:opacity-100 group-hover/block:opacity-100"
        }
      >
        <button
          ref={setActivatorNodeRef}
          type="button"
          {...attributes}
          {...listeners}
          aria-label={t`Move ${label}`}
          className={classes(iconButtonClass("small"), "cursor-grab touch-none active:cursor-grabbing")}
        >
          <GripVertical aria-hidden="true" />
        </button>
        <button
          type="button"
          aria-haspopup="menu"
          aria-label={t`Change kind: ${label}`}
          onClick={(event) => actions.openMenu({ key, does: "change" }, event.currentTarget)}
          className="flex min-h-8 min-w-0 items-center gap-1.5 rounded-control px-2 text-xs max-sm:gap-1 max-sm:px-0.5 font-[560] hover:bg-raised hover:text-ink pointer-coarse:min-h-11"
        >
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          <span className="truncate">{kindName}</span>
        </button>
        <span className="flex-1" />
        {/* Not disabled at the ends: a user who got there by pressing these buttons would lose the focus. */}
        <IconButton label={t`Move up`} {...edge} aria-disabled={isFirst} onClick={() => actions.move(key, -1)}>
          <ArrowUp aria-hidden="true" />
        </IconButton>
        <IconButton label={t`Move down`} {...edge} aria-disabled={isLast} onClick={() => actions.move(key, 1)}>
          <ArrowDown aria-hidden="true" />
        </IconButton>
        <IconButton label={t`Delete block`} size="small" onClick={() => actions.remove(key)}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      <Field {...props} />
      <div className="flex h-9 items-center gap-2 pointer-coarse:h-11">
        <span aria-hidden="true" className="h-px flex-1 bg-line opacity-0 group-hover/block:opacity-100" />
        <button
          type="button"
          aria-haspopup="menu"
          aria-label={t`Add a block after ${label}`}
          title={t`Add a block`}
          onClick={(event) => actions.openMenu({ key, does: "add" }, event.currentTarget)}
          className="grid size-7 place-items-center rounded-full text-ink-muted hover:bg-raised hover:text-ink pointer-coarse:size-11"
        >
          <Plus aria-hidden="true" className="size-4" />
        </button>
        <span aria-hidden="true" className="h-px flex-1 bg-line opacity-0 group-hover/block:opacity-100" />
      </div>
    </li>
  );
});

const edge = { size: "small", className: "aria-disabled:opacity-40" } as const;

/** It has no text, but takes the focus, so that the user can move it or add a block after it. */
function BlockDivider() {
  return (
    <div className="py-4" aria-hidden="true">
      <div className="mx-auto w-20 border-t-[3px] border-line-strong border-dotted" />
    </div>
  );
}

const fields: Record<BlockKind, (props: BlockProps) => React.ReactNode> = {
  title: BlockText,
  subtitle: BlockText,
  paragraph: BlockText,
  link: BlockLink,
  image: BlockImage,
  divider: BlockDivider,
};
