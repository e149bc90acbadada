import { type BlockKind, blockKinds } from "@daymark/domain/community/blog";
import { Menu, MenuItem } from "@daymark/ui/menu";
import { useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { blockIcons, useBlockNames } from "../block-words.ts";
import type { WrittenBlock } from "../writing.ts";
import { mainOf } from "./block-focus.ts";
import type { OpenMenu } from "./use-block-actions.ts";

interface BlockMenuProps {
  menu: OpenMenu | null;
  blocks: readonly WrittenBlock[];
  onChoose: (kind: BlockKind) => void;
  onClose: () => void;
}

/** The six kinds: the new kind of a block, or of a block inserted after it. All blocks share one menu. */
export function BlockMenu({ menu, blocks, onChoose, onClose }: BlockMenuProps) {
  const { t } = useLingui();
  const names = useBlockNames();
  const opened = useRef<OpenMenu | null>(menu);
  const wasChosen = useRef(false);
  if (menu) opened.current = menu;
  const shown = menu ?? opened.current;
  if (!shown) return null;
  const index = blocks.findIndex(({ key }) => key === shown.key);
  /** The inserted or changed block gets the focus; without a choice, the element that opened the menu. */
  const next = () => {
    const chosen = wasChosen.current;
    wasChosen.current = false;
    const { key, does, anchor } = shown;
    if (!chosen) return anchor;
    const target = does === "add" ? blocks[index + 1]?.key : key;
    return (target && mainOf(target)) || anchor;
  };
  return (
    <Menu
      open={menu !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      anchor={shown.anchor}
      align="start"
      label={shown.does === "add" ? t`Add a block` : t`Change kind`}
      finalFocus={next}
    >
      {blockKinds.map((kind) => {
        const Icon = blockIcons[kind];
        return (
          <MenuItem
            key={kind}
            icon={<Icon aria-hidden="true" />}
            onSelect={() => {
              wasChosen.current = true;
              onChoose(kind);
            }}
          >
            {names[kind]}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
