import { Menu, MenuItem, MenuSeparator } from "@daymark/ui/menu";
import { useLingui } from "@lingui/react/macro";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Pencil from "lucide-react/icons/pencil";
import Ungroup from "lucide-react/icons/ungroup";
import { useState } from "react";
import type { GroupMenuTarget } from "./menu-targets.ts";

interface GroupMenuProps {
  target: GroupMenuTarget | null;
  /** Whether the group can move in each direction. */
  canMove: { up: boolean; down: boolean };
  onClose: () => void;
  onRename: () => void;
  onMove: (by: -1 | 1) => void;
  onUngroup: () => void;
}

/** The actions on a group. */
export default function GroupMenu({ target, canMove, onClose, ...actions }: GroupMenuProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState(target);
  if (target && target !== shown) setShown(target);
  if (!shown) return null;
  const { name, anchor } = shown;
  return (
    <Menu
      open={target !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      anchor={anchor}
      align="start"
      label={name}
      finalFocus={() => anchor}
    >
      <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={actions.onRename}>
        {t`Rename group`}
      </MenuItem>
      <MenuItem icon={<ArrowUp aria-hidden="true" />} disabled={!canMove.up} onSelect={() => actions.onMove(-1)}>
        {t`Move up`}
      </MenuItem>
      <MenuItem icon={<ArrowDown aria-hidden="true" />} disabled={!canMove.down} onSelect={() => actions.onMove(1)}>
        {t`Move down`}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Ungroup aria-hidden="true" />} onSelect={actions.onUngroup}>
        {t`Ungroup`}
      </MenuItem>
    </Menu>
  );
}
