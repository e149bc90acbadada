import type { TapAction } from "@daymark/domain/tracking/habit-link";
import { Button } from "@daymark/ui/button";
import { Segmented } from "@daymark/ui/segmented";
import { Select } from "@daymark/ui/select";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { HabitsMissing } from "./habits-missing.tsx";

interface TapFormProps {
  onCancel: () => void;
  /** Receives the address, which the server returns only now. */
  onCreated: (created: { url: string }) => void;
}

export function TapForm({ onCancel, onCreated }: TapFormProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const list = trpc.habit.list.useQuery({});
  const habits = list.data?.results ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [action, setAction] = useState<TapAction>("add");
  const habit = habits.find(({ id }) => String(id) === chosen) ?? habits[0];
  const create = trpc.habitLink.create.useMutation({
    onSuccess: onCreated,
    onError: (error) => void report.failure(error),
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (habit && !create.isPending) create.mutate({ habit_id: habit.id, purpose: action });
      }}
    >
      {habit ? (
        <>
          <Select
            label={t`Habit`}
            groups={[{ options: habits.map(({ id, title }) => ({ value: String(id), label: title })) }]}
            value={String(habit.id)}
            onValueChange={setChosen}
          />
          <div className="flex flex-col gap-2">
            <Segmented
              label={t`A tap`}
              options={[
                { value: "add", label: t`Adds 1` },
                { value: "done", label: habit.type === "good" ? t`Meets the goal` : t`Confirms a day without it` },
              ]}
              value={action}
              onValueChange={setAction}
              className="w-full"
            />
            <p className="text-sm leading-snug text-ink-muted">
              <Trans>It always records today, by your time zone and start of the day.</Trans>
            </p>
          </div>
        </>
      ) : (
        <HabitsMissing isLoaded={list.data !== undefined} error={list.error} />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="quiet" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="primary" type="submit" isBusy={create.isPending} disabled={!habit}>
          <Trans>Create link</Trans>
        </Button>
      </div>
    </form>
  );
}
