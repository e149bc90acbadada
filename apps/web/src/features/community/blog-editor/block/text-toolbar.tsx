import { Menu, MenuItem, MenuSeparator } from "@daymark/ui/menu";
import { Toolbar, ToolbarButton, ToolbarSeparator } from "@daymark/ui/toolbar";
import { useLingui } from "@lingui/react/macro";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import ChevronDown from "lucide-react/icons/chevron-down";
import Code from "lucide-react/icons/code";
import Ellipsis from "lucide-react/icons/ellipsis";
import Italic from "lucide-react/icons/italic";
import LetterB from "lucide-react/icons/letter-b";
import Link from "lucide-react/icons/link";
import List from "lucide-react/icons/list";
import ListOrdered from "lucide-react/icons/list-ordered";
import Plus from "lucide-react/icons/plus";
import Trash from "lucide-react/icons/trash";
import Undo2 from "lucide-react/icons/undo-2";
import { toggleMark } from "prosemirror-commands";
import { redo, redoDepth, undo, undoDepth } from "prosemirror-history";
import type { MarkType } from "prosemirror-model";
import type { Command, EditorState } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { useEffect } from "react";
import { closeFlash, flash } from "../../../../lib/messages/flash.ts";
import { blockIcons, useBlockNames } from "../block-words.ts";
import {
  deleteBlocks,
  moveBlocks,
  restoreBlocks,
  selectedKind,
  selectedList,
  setKind,
  textKinds,
  toggleList,
} from "../text/commands.ts";
import { linkRange } from "../text/links.ts";
import { schema } from "../text/schema.ts";
import { focusText, postTextId, toolbarId } from "./text-places.ts";

interface TextToolbarProps {
  view: EditorView;
  state: EditorState;
  onMoved: (place: number) => void;
  onInsert: (anchor: HTMLElement) => void;
  onLink: () => void;
}

/** The id of the message that a block was deleted. */
const deletedFlash = "block-deleted";

/** What can be done with the selected text and its blocks. Each button says its keys. */
export function TextToolbar({ view, state, onMoved, onInsert, onLink }: TextToolbarProps) {
  const { t } = useLingui();
  const { bold, italic, code } = schema.marks;
  const list = selectedList(state);
  // Without the text there is nothing to restore.
  useEffect(() => () => closeFlash(deletedFlash), [view]);
  const run = (command: Command) => {
    command(view.state, view.dispatch, view);
    view.focus();
  };
  const mark = (type: MarkType) => ({ pressed: isMarked(state, type), onClick: () => run(toggleMark(type)) });
  const can = (command: Command) => ({ disabled: !command(state), onClick: () => run(command) });
  return (
    <Toolbar
      id={toolbarId}
      label={t`Formatting`}
      aria-controls={postTextId}
      onKeyDown={(event) => {
        if (event.key === "Escape") view.focus();
      }}
    >
      <KindMenu state={state} run={run} view={view} />
      <ToolbarSeparator />
      <ToolbarButton label={t`Bold (${{ keys: keysOf("B") }})`} {...mark(bold)}>
        <LetterB aria-hidden="true" />
      </ToolbarButton>
      <ToolbarButton label={t`Italic (${{ keys: keysOf("I") }})`} {...mark(italic)}>
        <Italic aria-hidden="true" />
      </ToolbarButton>
      <ToolbarButton label={t`Inline code (${{ keys: keysOf("E") }})`} {...mark(code)}>
        <Code aria-hidden="true" />
      </ToolbarButton>
      <ToolbarButton
        label={t`Link (${{ keys: keysOf("K") }})`}
        pressed={linkRange(state)?.href != null}
        disabled={linkRange(state) === null}
        onClick={onLink}
      >
        <Link aria-hidden="true" />
      </ToolbarButton>
      <ToolbarSeparator />
      <ToolbarButton label={t`List`} pressed={list === false} onClick={() => run(toggleList(false))}>
        <List aria-hidden="true" />
      </ToolbarButton>
      <ToolbarButton label={t`Numbered list`} pressed={list === true} onClick={() => run(toggleList(true))}>
        <ListOrdered aria-hidden="true" />
      </ToolbarButton>
      <ToolbarSeparator />
      <ToolbarButton
        label={t`Add a block`}
        aria-haspopup="menu"
        onClick={(event) => onInsert(event.currentTarget as HTMLElement)}
      >
        <Plus aria-hidden="true" />
      </ToolbarButton>
      <Menu
        finalFocus={() => focusText(view)}
        trigger={
          <ToolbarButton label={t`Block actions`}>
            <Ellipsis aria-hidden="true" />
          </ToolbarButton>
        }
      >
        <MenuItem icon={<ArrowUp aria-hidden="true" />} onSelect={() => run(moveBlocks(-1, onMoved))}>
          {t`Move up`}
        </MenuItem>
        <MenuItem icon={<ArrowDown aria-hidden="true" />} onSelect={() => run(moveBlocks(1, onMoved))}>
          {t`Move down`}
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={<Trash aria-hidden="true" />}
          tone="danger"
          onSelect={() => {
            const before = view.state;
            run(deleteBlocks);
            const restore = restoreBlocks(before, view.state.doc);
            const action = { label: t`Undo`, onAction: () => run(restore) };
            flash({ text: t`Block deleted.`, id: deletedFlash, action });
          }}
        >
          {t`Delete block`}
        </MenuItem>
      </Menu>
      <ToolbarSeparator />
      <ToolbarButton label={t`Undo (${{ keys: keysOf("Z") }})`} {...can(undo)} disabled={undoDepth(state) === 0}>
        <Undo2 aria-hidden="true" />
      </ToolbarButton>
      <ToolbarButton label={t`Redo (${{ keys: keysOf("Y") }})`} {...can(redo)} disabled={redoDepth(state) === 0}>
        <Undo2 aria-hidden="true" className="mirrored-icon" />
      </ToolbarButton>
    </Toolbar>
  );
}

interface KindMenuProps extends Pick<TextToolbarProps, "state" | "view"> {
  run: (command: Command) => void;
}

/** The kind of the block with the caret. */
function KindMenu({ state, view, run }: KindMenuProps) {
  const { t } = useLingui();
  const names = useBlockNames();
  const kind = selectedKind(state);
  const Icon = blockIcons[kind];
  return (
    <Menu
      align="start"
      finalFocus={() => focusText(view)}
      trigger={
        <ToolbarButton label={t`Block type: ${{ kind: names[kind] }}`} text={names[kind]}>
          <Icon aria-hidden="true" />
          <ChevronDown aria-hidden="true" className="order-last" />
        </ToolbarButton>
      }
    >
      {textKinds.map((each) => {
        const KindIcon = blockIcons[each];
        return (
          <MenuItem key={each} icon={<KindIcon aria-hidden="true" />} onSelect={() => run(setKind(each))}>
            {names[each]}
          </MenuItem>
        );
      })}
    </Menu>
  );
}

function isMarked({ selection: { $from, from, to, empty }, storedMarks, doc }: EditorState, type: MarkType): boolean {
  return empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type);
}

/** The keys of an action as the system writes them. */
function keysOf(letter: string): string {
  const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
  return isApple ? `⌘${letter}` : `Ctrl+${letter}`;
}
