import type { Webhook } from "@daymark/domain/webhook/webhook";
import { adminEvents, habitEvents, type WebhookEvent, webhookEvents } from "@daymark/domain/webhook/webhook-event";
import { webhookUrlSchema } from "@daymark/domain/webhook/webhook-url";
import { Button } from "@daymark/ui/button";
import { Checkbox } from "@daymark/ui/checkbox";
import { FieldErrors } from "@daymark/ui/field";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import * as z from "zod/mini";
import { useBrowser } from "../../../lib/app.ts";
import { useFirstFocus } from "../../../lib/form/first-focus.ts";
import { useSchemaForm } from "../../../lib/form/form.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { notConfirmed, useStepUp } from "../security/step-up/use-step-up.tsx";
import { HabitChoice } from "./habit-choice.tsx";
import { useOwnHabits } from "./use-own-habits.ts";
import { eventWords } from "./webhook-words.tsx";

interface WebhookFormProps {
  /** Null to add one. */
  webhook: Webhook | null;
  isStaff: boolean;
  onCancel: () => void;
  onCreated: (created: { secret: string }) => void;
  onUpdated: () => void;
}

const urlForm = z.strictObject({ url: webhookUrlSchema });

export function WebhookForm({ webhook, isStaff, onCancel, onCreated, onUpdated }: WebhookFormProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const stepUp = useStepUp();
  const values = webhook ? { url: webhook.url } : {};
  // An error that appears when the field loses the focus would move the choices away from the pointer.
  const form = useSchemaForm<{ url: string }, { url: string }>(urlForm, values, { judged: "sent" });
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? ["day.recorded"]);
  const [chosenIds, setChosenIds] = useState<readonly number[] | null>(webhook?.habit_ids ?? null);
  const own = useOwnHabits();
  // A habit may have been deleted since it was chosen.
  const habitIds = chosenIds && own.existing(chosenIds);
  const [isHabitRefused, setHabitRefused] = useState(false);
  const [isJudged, setJudged] = useState(false);
  useFirstFocus(() => form.setFocus("url"));
  const create = trpc.webhook.create.useMutation();
  const update = trpc.webhook.update.useMutation();
  const isPending = create.isPending || update.isPending;
  const isComplete = events.length > 0 && habitIds?.length !== 0;
  const submit = async ({ url }: { url: string }) => {
    if (!isComplete) return;
    const chosen = { url, events: [...events], habit_ids: habitIds };
    setHabitRefused(false);
    try {
      if (webhook) {
        const answer = await stepUp.confirmed(() => update.mutateAsync({ id: webhook.id, ...chosen }));
        if (answer !== notConfirmed) onUpdated();
      } else {
        const answer = await stepUp.confirmed(() => create.mutateAsync(chosen));
        if (answer !== notConfirmed) onCreated(answer);
      }
    } catch (error) {
      if (form.takeRefusal(error)) return;
      if (!problemOf(error)?.errors?.habit_ids) return void report.failure(error);
      setHabitRefused(true);
      own.reload();
    }
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        setJudged(true);
        if (!isPending) void form.handleSubmit(submit)(event);
      }}
    >
      <TextField
        label={t`Address`}
        hint={t`The server sends a POST to it within seconds. It calls only public addresses, unless its operator allows others.`}
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        required
        errors={form.errorsOf("url")}
        {...form.register("url")}
      />
      <EventChoice events={events} isStaff={isStaff} isJudged={isJudged} onChange={setEvents} />
      <HabitChoice
        habitIds={habitIds}
        own={own}
        isJudged={isJudged}
        isRefused={isHabitRefused}
        onChange={(ids) => {
          setChosenIds(ids);
          setHabitRefused(false);
        }}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="quiet" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="primary" type="submit" isBusy={isPending}>
          {webhook ? <Trans>Save</Trans> : <Trans>Add</Trans>}
        </Button>
      </div>
      {stepUp.dialog}
    </form>
  );
}

interface EventChoiceProps {
  events: readonly WebhookEvent[];
  isStaff: boolean;
  isJudged: boolean;
  onChange: (events: readonly WebhookEvent[]) => void;
}

function EventChoice({ events, isStaff, isJudged, onChange }: EventChoiceProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const offered: readonly WebhookEvent[] = [...habitEvents, "feature_request.decided", ...(isStaff ? adminEvents : [])];
  return (
    <fieldset className="flex flex-col" aria-describedby={id}>
      <legend className="mb-3 text-sm font-[560]">
        <Trans>Events</Trans>
      </legend>
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {offered.map((event) => (
          <Checkbox
            key={event}
            label={i18n._(eventWords[event])}
            checked={events.includes(event)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(webhookEvents.filter((other) => (other === event ? checked : events.includes(other))))
            }
          />
        ))}
      </div>
      <FieldErrors id={id} errors={isJudged && events.length === 0 ? [t`Choose at least one event.`] : []} />
    </fieldset>
  );
}
