import { Menu, MenuItem, MenuSeparator } from "@daymark/ui/menu";
import { useLingui } from "@lingui/react/macro";
import Archive from "lucide-react/icons/archive";
import ArchiveArrowUp from "lucide-react/icons/archive-arrow-up";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Bell from "lucide-react/icons/bell";
import ChartNoAxesColumn from "lucide-react/icons/chart-no-axes-column";
import Image from "lucide-react/icons/image";
import Pencil from "lucide-react/icons/pencil";
import Trash from "lucide-react/icons/trash";
import { useState } from "react";
import type { HabitMenuTarget } from "./menu-targets.ts";

interface HabitMenuProps {
  target: HabitMenuTarget | null;
  /** Whether the habit can move in each direction. */
  canMove: { up: boolean; down: boolean };
  onClose: () => void;
  onStatistics: () => void;
  onShare: () => void;
  onEdit: () => void;
  onRemind: () => void;
  onMove: (by: -1 | 1) => void;
  onArchive: () => void;
  onDelete: () => void;
}

/** The actions on a habit. All habits share one menu, which opens beside the pressed element. */
export default function HabitMenu({ target, canMove, onClose, ...actions }: HabitMenuProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState(target);
  if (target && target !== shown) setShown(target);
  if (!shown) return null;
  const { habit, anchor } = shown;
  return (
    <Menu
      open={target !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      anchor={anchor}
      align="start"
      label={habit.title}
      finalFocus={() => anchor}
    >
      <MenuItem icon={<ChartNoAxesColumn aria-hidden="true" />} onSelect={actions.onStatistics}>
        {t`Statistics`}
      </MenuItem>
      {habit.archived ? null : (
        <MenuItem icon={<Image aria-hidden="true" />} onSelect={actions.onShare}>
          {t`Year picture`}
        </MenuItem>
      )}
      <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={actions.onEdit}>
        {t`Edit`}
      </MenuItem>
      {habit.archived ? null : (
        <MenuItem icon={<Bell aria-hidden="true" />} onSelect={actions.onRemind}>
          {t`Reminders`}
        </MenuItem>
      )}
      {habit.archived ? null : (
        <>
          <MenuItem icon={<ArrowUp aria-hidden="true" />} disabled={!canMove.up} onSelect={() => actions.onMove(-1)}>
            {t`Move up`}
          </MenuItem>
          <MenuItem icon={<ArrowDown aria-hidden="true" />} disabled={!canMove.down} onSelect={() => actions.onMove(1)}>
            {t`Move down`}
          </MenuItem>
        </>
      )}
      <MenuItem
        icon={habit.archived ? <ArchiveArrowUp aria-hidden="true" /> : <Archive aria-hidden="true" />}
        onSelect={actions.onArchive}
      >
        {habit.archived ? t`Unarchive` : t`Archive`}
      </MenuItem>
      <MenuSeparator />
      <MenuItem tone="danger" icon={<Trash aria-hidden="true" />} onSelect={actions.onDelete}>
        {t`Delete`}
      </MenuItem>
    </Menu>
  );
}
