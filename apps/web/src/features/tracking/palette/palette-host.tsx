import type { Habit } from "@daymark/domain/tracking/habit";
import { type RefObject, useCallback, useState, useSyncExternalStore } from "react";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { pageClock } from "../clock/today.ts";
import { usePhone } from "../clock/use-phone.ts";
import { toolOpener } from "../command/tools.ts";
import { EntryEditor } from "../day-writes/entry-editor.ts";
import { useSetProgress } from "../day-writes/use-set-progress.ts";
import Palette from "./palette.tsx";

const EntryPopover = lazyComponent(
  () => import("../entry/entry-popover.tsx"),
  ({ draft }) => draft && `${draft.habit.id} ${draft.day}`,
);
const LogOutDialog = lazyComponent(
  () => import("../../../layout/menu/log-out-dialog.tsx"),
  ({ isOpen }) => isOpen,
);

interface PaletteHostProps {
  isOpen: boolean;
  onClose: () => void;
  /** The button that opens the palette: its popovers open beside it. */
  anchor: RefObject<HTMLElement | null>;
}

/** The palette with the dialogs that its commands open. */
export default function PaletteHost({ isOpen, onClose, anchor }: PaletteHostProps) {
  const recorder = useSetProgress();
  const isPhone = usePhone();
  const [editor] = useState(() => new EntryEditor(recorder));
  const draft = useSyncExternalStore(editor.subscribe, editor.read);
  const [isLeaving, setLeaving] = useState(false);

  const onOpen = useCallback(
    async (habit: Habit) => {
      const today = pageClock().read();
      await recorder.load(habit, today);
      editor.open(habit, today);
    },
    [recorder, editor],
  );
  const onLogOut = useCallback(() => setLeaving(true), []);

  return (
    <>
      <Palette isOpen={isOpen} onClose={onClose} onOpen={onOpen} onLogOut={onLogOut} />
      {editor.wasOpened ? (
        <EntryPopover
          draft={draft}
          editor={editor}
          isPhone={isPhone}
          anchor={() => anchor.current}
          finalFocus={() => toolOpener() ?? anchor.current}
          onEnter={() => editor.commit()}
        />
      ) : null}
      <LogOutDialog isOpen={isLeaving} onClose={() => setLeaving(false)} finalFocus={() => anchor.current ?? true} />
    </>
  );
}
