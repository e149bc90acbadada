import type { PictureKind } from "@daymark/domain/tracking/habit-link";
import { Button } from "@daymark/ui/button";
import { Checkbox } from "@daymark/ui/checkbox";
import { Segmented } from "@daymark/ui/segmented";
import { Select } from "@daymark/ui/select";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { HabitsMissing } from "./habits-missing.tsx";

interface BadgeFormProps {
  onCancel: () => void;
  /** Receives the address, which the server returns only now. */
  onCreated: (created: { url: string }) => void;
}

/** No habit has this id. */
const allHabits = "";

export function BadgeForm({ onCancel, onCreated }: BadgeFormProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const list = trpc.habit.list.useQuery({});
  const habits = list.data?.results ?? [];
  const [kind, setKind] = useState<PictureKind>("year");
  const [chosen, setChosen] = useState(allHabits);
  const [showsTitle, setShowsTitle] = useState(true);
  const found = habits.find(({ id }) => String(id) === chosen);
  const habit = found ?? (kind === "streak" ? habits[0] : undefined);
  const create = trpc.habitLink.create.useMutation({
    onSuccess: onCreated,
    onError: (error) => void report.failure(error),
  });
  const options = habits.map(({ id, title }) => ({ value: String(id), label: title }));
  // A choice without the habits would look as if there were none, so "All habits" waits for the list too.
  const isReady = list.data !== undefined && (kind === "year" || habit !== undefined);
  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !create.isPending) {
          create.mutate({ purpose: kind, habit_id: habit?.id ?? null, shows_title: showsTitle });
        }
      }}
    >
      <Segmented
        label={t`Picture`}
        options={[
          { value: "year", label: t`Past year` },
          { value: "streak", label: t`Streak` },
        ]}
        value={kind}
        onValueChange={setKind}
        className="w-full"
      />
      {isReady ? (
        <Select
          label={t`Habit`}
          groups={[{ options: kind === "year" ? [{ value: allHabits, label: t`All habits` }, ...options] : options }]}
          value={habit ? String(habit.id) : allHabits}
          onValueChange={setChosen}
        />
      ) : (
        <HabitsMissing isLoaded={list.data !== undefined} error={list.error} />
      )}
      {habit ? (
        <Checkbox
          label={t`Show the habit’s title`}
          checked={showsTitle}
          onChange={({ currentTarget: { checked } }) => setShowsTitle(checked)}
        />
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="quiet" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="primary" type="submit" isBusy={create.isPending} disabled={!isReady}>
          <Trans>Create address</Trans>
        </Button>
      </div>
    </form>
  );
}
