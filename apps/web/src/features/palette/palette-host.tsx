import type { Habit } from "@daymark/domain/habit";
import { type RefObject, useCallback, useState, useSyncExternalStore } from "react";
import { late } from "../../lib/late.tsx";
import { pageClock } from "../dashboard/today.ts";
import { usePhone } from "../dashboard/use-phone.ts";
import { EntryEditor } from "../progress/entry-editor.ts";
import { useSetProgress } from "../progress/use-set-progress.ts";
import Palette from "./palette.tsx";
import { toolOpener } from "./tools.ts";

const EntryPopover = late(
  () => import("../progress/entry-popover.tsx"),
  ({ draft }) => draft && `${draft.habit.id} ${draft.day}`,
);
const LogOutDialog = late(
  () => import("../../layout/log-out-dialog.tsx"),
  ({ isOpen }) => isOpen,
);

interface PaletteHostProps {
  isOpen: boolean;
  onClose: () => void;
  /** The button that opens it: what it opens stands beside that. */
  anchor: RefObject<HTMLElement | null>;
}

/** The palette with what its commands open where they are called. */
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
