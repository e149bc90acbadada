import { iconButtonClass } from "@daymark/ui/icon-button";
import { useLingui } from "@lingui/react/macro";
import Search from "lucide-react/icons/search";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { readTool, showTool, subscribeToTool, typeAhead } from "../features/tracking/command/tools.ts";
import { shortcutOf } from "../features/tracking/shortcut/shortcuts.ts";
import { browserSingleKeys } from "../features/tracking/shortcut/single-keys.ts";
import { hasTimer, subscribeToTimer } from "../features/tracking/timer/timer-signal.ts";
import { ApiProvider } from "../lib/api.tsx";
import { useBrowser } from "../lib/app.ts";
import { lazyComponent, useWarmParts } from "../lib/lazy-component.tsx";
import { isTypingField } from "./typing-fields.ts";

const PaletteHost = lazyComponent(
  () => import("../features/tracking/palette/palette-host.tsx"),
  ({ isOpen }) => isOpen,
  "commands",
  "dashboard",
);
const ShortcutSheet = lazyComponent(
  () => import("../features/tracking/shortcut/shortcut-sheet.tsx"),
  ({ isOpen }) => isOpen,
  "commands",
);
const TimerPill = lazyComponent<{ isWanted: boolean }>(
  () => import("../features/tracking/timer/timer-pill.tsx"),
  ({ isWanted }) => isWanted,
  "commands",
  "dashboard",
);

const warmParts = [PaletteHost.fetchPart, ShortcutSheet.fetchPart];

/** Tools on every page of a logged-in user: the command palette, the list of shortcuts and the running timer. */
export function UserTools() {
  const { t } = useLingui();
  const { session } = useBrowser();
  const button = useRef<HTMLButtonElement>(null);
  const tool = useSyncExternalStore(subscribeToTool, readTool);
  const isTimed = useSyncExternalStore(subscribeToTimer, () => hasTimer(session.userId ?? ""));
  useToolKeys();
  useWarmParts(warmParts);
  return (
    <ApiProvider>
      <TimerPill isWanted={isTimed} />
      <button
        ref={button}
        type="button"
        aria-label={t`Commands`}
        title={t`Commands`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={() => showTool("palette")}
        className={iconButtonClass()}
      >
        <Search aria-hidden="true" />
      </button>
      <PaletteHost isOpen={tool === "palette"} onClose={closeTool} anchor={button} />
      <ShortcutSheet isOpen={tool === "shortcuts"} onClose={closeTool} />
    </ApiProvider>
  );
}

const closeTool = () => showTool(null);

/** Ctrl+K anywhere, and `?` unless the focus is in a text field. */
function useToolKeys() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const isSingleAllowed = !isTypingField(event.target) && browserSingleKeys().read();
      const id = shortcutOf(event, ["everywhere"], { isSingleAllowed });
      if (!id) return;
      event.preventDefault();
      const asked = id === "palette" ? "palette" : "shortcuts";
      showTool(readTool() === asked ? null : asked);
    };
    // Users who know the palette type before it opens. The page below must not receive those keys.
    const onEarlyKey = (event: KeyboardEvent) => {
      if (readTool() !== "palette" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest('[role="combobox"]')) return;
      if (event.key === "Escape") closeTool();
      else if (!typeAhead(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("keydown", onEarlyKey, true);
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("keydown", onEarlyKey, true);
      document.removeEventListener("keydown", onKeyDown);
      // On a log-out no tool stays open for the next user.
      closeTool();
    };
  }, []);
}
