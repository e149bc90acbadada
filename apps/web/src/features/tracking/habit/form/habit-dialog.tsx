import type { Plan } from "@daymark/domain/account/plan";
import type { Habit, HabitContent, HabitType } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import { Dialog } from "@daymark/ui/dialog";
import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useApp, useBrowser } from "../../../../lib/app.ts";
import { firstFocus } from "../../../../lib/form/first-focus.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { BlockingNotice } from "../blocking-notice.tsx";
import { wayBack } from "../change/habit-changes.ts";
import type { HabitEdits } from "../change/habit-edit.ts";
import { useHabitWrites } from "../change/use-habit-writes.ts";
import type { Room } from "../habit-list.ts";
import { useBlockingHabit } from "../use-blocking-habit.ts";
import { createHabit } from "./create-habit.ts";
import { HabitForm, type HabitSubmit } from "./habit-form.tsx";

/** The habit to edit, or the type of a new one. */
export type HabitDialogTarget = { habit: Habit; type?: undefined } | { habit?: undefined; type: HabitType };

interface HabitDialogProps {
  target: HabitDialogTarget | null;
  plan: Plan;
  room: Record<HabitType, Room>;
  takenHues: readonly number[];
  /** The names of existing groups. */
  groups: readonly string[];
  today: string;
  edits: HabitEdits;
  onClose: () => void;
  /** Called with the server's response. */
  onSaved: (habit: Habit, options: { isNew: boolean }) => void;
}

/** Creates or edits a habit. Typed text stays until it is saved or the user closes the dialog. */
export default function HabitDialog(props: HabitDialogProps) {
  const { target, plan, room, takenHues, groups, today, edits, onClose, onSaved } = props;
  const { t } = useLingui();
  const app = useApp();
  const { report } = useBrowser();
  const formId = useId();
  const [shown, setShown] = useState(target);
  const [type, setType] = useState<HabitType>(target?.type ?? "good");
  if (target && target !== shown) {
    setShown(target);
    setType(target.type ?? "good");
  }
  const create = useMutation({ mutationFn: (content: HabitContent) => createHabit(app, content) });
  const update = trpc.habit.update.useMutation();
  const { tellChanged, restore } = useHabitWrites(edits);
  const isNew = target !== null && !target.habit;
  const blocking = useBlockingHabit(type, room, { isNeeded: isNew });
  const noticeId = useId();
  if (!shown) return null;
  const { habit } = shown;

  const submit: HabitSubmit = async (values, form) => {
    try {
      const saved = await ("id" in values ? update.mutateAsync(values) : create.mutateAsync(values));
      onSaved(saved, { isNew: !habit });
      if (habit && "id" in values) tellChanged(saved, wayBack(habit, values));
      else void report.success("habit_created");
      onClose();
    } catch (error) {
      if (!form.takeRefusal(error)) void report.failure(error);
    }
  };

  return (
    <Dialog
      open={target !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={habit ? t`Edit habit` : t`New habit`}
      closeLabel={t`Close`}
      // On a touch screen no field is focused: the keyboard would cover half of the form.
      initialFocus={() => firstFocus(formId, '[name="title"]')}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button
            kind={blocking ? "secondary" : "primary"}
            type="submit"
            form={formId}
            isBusy={create.isPending || update.isPending}
            // Not disabled, so that it keeps the focus; the user can fill in the form meanwhile.
            aria-disabled={blocking ? true : undefined}
            aria-describedby={blocking ? noticeId : undefined}
            {...(blocking && { onClick: (event) => event.preventDefault() })}
          >
            {habit ? t`Save` : t`Create habit`}
          </Button>
        </>
      }
    >
      <HabitForm
        key={habit?.id ?? "new"}
        id={formId}
        habit={habit}
        type={habit?.type ?? shown.type ?? "good"}
        plan={plan}
        room={room}
        takenHues={takenHues}
        groups={groups}
        today={today}
        notice={habit ? null : <BlockingNotice id={noticeId} habit={blocking} onUndo={restore} />}
        onTypeChange={setType}
        onSubmit={submit}
      />
    </Dialog>
  );
}
