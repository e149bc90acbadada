import { Menu, MenuItem, MenuSeparator } from "@daymark/ui/menu";
import { useLingui } from "@lingui/react/macro";
import ArrowDownUp from "lucide-react/icons/arrow-down-up";
import ChartSpline from "lucide-react/icons/chart-spline";
import Copy from "lucide-react/icons/copy";
import Image from "lucide-react/icons/image";
import Printer from "lucide-react/icons/printer";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import Trash from "lucide-react/icons/trash";
import TreePalm from "lucide-react/icons/tree-palm";
import { useState } from "react";

interface BoardMenuProps {
  /** The button beside which the menu opens; null while it is closed. */
  anchor: HTMLElement | null;
  canArrange: boolean;
  canShare: boolean;
  canPrint: boolean;
  onClose: () => void;
  onSettings: () => void;
  onArrange: () => void;
  onAnalytics: () => void;
  onCopyYesterday: () => void;
  onVacation: () => void;
  onTrash: () => void;
  onShare: () => void;
  onPrint: () => void;
}

/** Less frequent actions on the whole dashboard. */
export default function BoardMenu({ anchor, canArrange, canShare, canPrint, onClose, ...actions }: BoardMenuProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState(anchor);
  if (anchor && anchor !== shown) setShown(anchor);
  if (!shown) return null;
  return (
    <Menu
      open={anchor !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      anchor={shown}
      label={t`More dashboard options`}
      finalFocus={() => shown}
    >
      <MenuItem icon={<SlidersHorizontal aria-hidden="true" />} onSelect={actions.onSettings}>
        {t`Dashboard settings`}
      </MenuItem>
      <MenuItem icon={<ChartSpline aria-hidden="true" />} disabled={!canShare} onSelect={actions.onAnalytics}>
        {t`Analytics and insights`}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Copy aria-hidden="true" />} onSelect={actions.onCopyYesterday}>
        {t`Copy yesterday for all habits`}
      </MenuItem>
      <MenuItem icon={<TreePalm aria-hidden="true" />} onSelect={actions.onVacation}>
        {t`Vacation`}
      </MenuItem>
      <MenuItem icon={<ArrowDownUp aria-hidden="true" />} disabled={!canArrange} onSelect={actions.onArrange}>
        {t`Arrange habits`}
      </MenuItem>
      <MenuItem icon={<Trash aria-hidden="true" />} onSelect={actions.onTrash}>
        {t`Trash`}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Printer aria-hidden="true" />} disabled={!canPrint} onSelect={actions.onPrint}>
        {t`Print this month`}
      </MenuItem>
      <MenuItem icon={<Image aria-hidden="true" />} disabled={!canShare} onSelect={actions.onShare}>
        {t`Year picture`}
      </MenuItem>
    </Menu>
  );
}
