import { type CalendarMark, calendarMarks } from "@daymark/domain/calendar/calendar-link";
import { Button } from "@daymark/ui/button";
import { Checkbox } from "@daymark/ui/checkbox";
import { FieldErrors } from "@daymark/ui/field";
import { Select } from "@daymark/ui/select";
import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";

interface CalendarFormProps {
  onCancel: () => void;
  /** Receives the address, which the server returns only now. */
  onCreated: (created: { url: string }) => void;
}

/** No group has an empty name. */
const allHabits = "";

export function CalendarForm({ onCancel, onCreated }: CalendarFormProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const id = useId();
  const habits = trpc.habit.list.useQuery({});
  const names = habits.data?.results.flatMap(({ group_name }) => group_name ?? []) ?? [];
  const groups = [...new Set(names)];
  const [group, setGroup] = useState(allHabits);
  const [shows, setShows] = useState<readonly CalendarMark[]>(["due", "done"]);
  const [isEmpty, setEmpty] = useState(false);
  const create = trpc.calendarLink.create.useMutation({
    onSuccess: onCreated,
    onError: (error) => void report.failure(error),
  });
  const words = { due: t`Due days`, done: t`Done days (✓)`, missed: t`Missed days (✗)` };
  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        setEmpty(shows.length === 0);
        if (shows.length > 0 && !create.isPending) create.mutate({ group_name: group || null, shows: [...shows] });
      }}
    >
      <Select
        label={t`Habits`}
        groups={[
          {
            options: [
              { value: allHabits, label: t`All habits` },
              ...groups.map((name) => ({ value: name, label: name })),
            ],
          },
        ]}
        value={group}
        onValueChange={setGroup}
      />
      <fieldset className="flex flex-col gap-3" aria-describedby={id}>
        <legend className="mb-3 text-sm font-[560]">
          <Trans>Show</Trans>
        </legend>
        {calendarMarks.map((mark) => (
          <Checkbox
            key={mark}
            label={words[mark]}
            checked={shows.includes(mark)}
            onChange={({ currentTarget: { checked } }) => {
              setEmpty(false);
              setShows(calendarMarks.filter((other) => (other === mark ? checked : shows.includes(other))));
            }}
          />
        ))}
        <FieldErrors id={id} errors={isEmpty ? [t`Choose what the calendar shows.`] : []} />
      </fieldset>
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="quiet" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="primary" type="submit" isBusy={create.isPending}>
          <Trans>Create address</Trans>
        </Button>
      </div>
    </form>
  );
}
