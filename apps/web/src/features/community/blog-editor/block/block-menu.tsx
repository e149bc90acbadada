import { type BlockKind, blockKinds } from "@daymark/domain/community/blog-block";
import { Menu, MenuItem } from "@daymark/ui/menu";
import { useLingui } from "@lingui/react/macro";
import type { EditorView } from "prosemirror-view";
import { useRef } from "react";
import { blockIcons, useBlockNames } from "../block-words.ts";
import type { CardStore } from "../text/card-store.ts";
import { insertNodes } from "../text/commands.ts";
import { nodesOf } from "../text/convert.ts";
import { createBlock } from "../writing.ts";
import { focusText } from "./text-places.ts";

export interface OpenMenu {
  /** The menu opens beside it. */
  anchor: HTMLElement;
  /** The character that opened it, which Escape leaves in the text. */
  typed?: string;
}

interface BlockMenuProps {
  menu: OpenMenu | null;
  view: EditorView;
  cards: CardStore;
  onClose: () => void;
}

/** The kinds of blocks: one is added at the caret, in place of an empty paragraph. */
export function BlockMenu({ menu, view, cards, onClose }: BlockMenuProps) {
  const { t } = useLingui();
  const names = useBlockNames();
  const opened = useRef<OpenMenu | null>(menu);
  if (menu) opened.current = menu;
  const shown = menu ?? opened.current;
  if (!shown) return null;
  /** A new card gets the focus; otherwise the text continues. */
  const next = () => {
    const id = cards.idAt(view.state.selection.from);
    return (id !== undefined && document.getElementById(`${id}-main`)) || focusText(view);
  };
  const add = (kind: BlockKind) => insertNodes(nodesOf([createBlock(kind)]))(view.state, view.dispatch);
  return (
    <Menu
      open={menu !== null}
      onOpenChange={(open, reason) => {
        if (open) return;
        if (reason === "escape-key" && shown.typed) view.dispatch(view.state.tr.insertText(shown.typed));
        onClose();
      }}
      anchor={shown.anchor}
      align="start"
      label={t`Add a block`}
      finalFocus={next}
    >
      {blockKinds.map((kind) => {
        const Icon = blockIcons[kind];
        return (
          <MenuItem key={kind} icon={<Icon aria-hidden="true" />} onSelect={() => add(kind)}>
            {names[kind]}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
