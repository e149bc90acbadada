import { listLevelMax } from "@daymark/domain/community/blog-block";
import { baseKeymap, chainCommands, exitCode, toggleMark } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import { undoInputRule } from "prosemirror-inputrules";
import { splitListItem } from "prosemirror-schema-list";
import type { Command } from "prosemirror-state";
import {
  becomeParagraph,
  breakLine,
  leaveCode,
  leaveEmptyItem,
  liftInnerItem,
  moveBlocks,
  sinkItem,
} from "./commands.ts";
import { schema } from "./schema.ts";

const { bold, italic, code } = schema.marks;

/** What keys do that need the page around the text. */
export interface PageKeys {
  /** Opens the dialog of a link. */
  editLink: Command;
  /** Opens the menu of blocks in an empty paragraph. Escape there types the slash. */
  openMenu: Command;
  /** Moves the focus into the card that is selected. */
  enterCard: Command;
  /** Moves the focus to the toolbar. */
  focusToolbar: Command;
  /** Called with the new place of a block that moved, from 1. */
  onMoved: (place: number) => void;
}

/**
 * The keys of the text. Tab moves the focus on, except in a list, where it indents an item as long as that is possible,
 * so that Tab always leaves the text.
 */
export function textKeys({ editLink, openMenu, enterCard, focusToolbar, onMoved }: PageKeys): Record<string, Command> {
  const base = (key: string) => baseKeymap[key] ?? (() => false);
  return {
    ...baseKeymap,
    "Mod-z": undo,
    "Mod-y": redo,
    "Mod-Shift-z": redo,
    "Mod-b": toggleMark(bold),
    "Mod-i": toggleMark(italic),
    "Mod-e": toggleMark(code),
    "Mod-k": editLink,
    "/": openMenu,
    Enter: chainCommands(enterCard, leaveCode, leaveEmptyItem, splitListItem(schema.nodes.item), base("Enter")),
    "Shift-Enter": chainCommands(exitCodeless, breakLine),
    "Mod-Enter": exitCode,
    Backspace: chainCommands(undoInputRule, becomeParagraph, base("Backspace")),
    Tab: sinkItem(listLevelMax),
    "Shift-Tab": liftInnerItem,
    "Alt-F10": focusToolbar,
    "Alt-ArrowUp": moveBlocks(-1, onMoved),
    "Alt-ArrowDown": moveBlocks(1, onMoved),
  };
}

/** A selected card has no lines to break. */
const exitCodeless: Command = ({ selection }) => !selection.$from.parent.isTextblock;
