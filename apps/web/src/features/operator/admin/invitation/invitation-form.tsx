import { emailLengthMax } from "@daymark/domain/account/auth";
import {
  invitationDaysDefault,
  invitationNoteLengthMax,
  invitationUsesDefault,
  type NewInvitation,
} from "@daymark/domain/operator/invitation";
import type { Language } from "@daymark/domain/text/language";
import { Button } from "@daymark/ui/button";
import { Checkbox } from "@daymark/ui/checkbox";
import { Select } from "@daymark/ui/select";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { Controller } from "react-hook-form";
import { languageNames } from "../../../../layout/menu/language-menu.tsx";
import { useBrowser, useSite } from "../../../../lib/app.ts";
import { useFirstFocus } from "../../../../lib/form/first-focus.ts";
import { useSchemaForm } from "../../../../lib/form/form.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { notConfirmed, useStepUp } from "../../../account/security/step-up/use-step-up.tsx";
import { type InvitationValues, invitationForm, toNumber } from "./invitation-values.ts";

export interface MadeInvitation {
  link: string;
  /** The address that the link was mailed to. */
  mailedTo: string | undefined;
  isStaff: boolean;
}

interface InvitationFormProps {
  onCancel: () => void;
  /** Receives the link, which the server returns only now. */
  onMade: (made: MadeInvitation) => void;
}

export function InvitationForm({ onCancel, onMade }: InvitationFormProps) {
  const { t, i18n } = useLingui();
  const { report } = useBrowser();
  const { plans } = useSite();
  const stepUp = useStepUp();
  const form = useSchemaForm<InvitationValues, NewInvitation>(invitationForm, {
    ...{ note: "", email: "", plan: "", is_mailed: true, is_staff: false },
    ...{ uses_max: invitationUsesDefault, days: invitationDaysDefault, mail_language: i18n.locale as Language },
  });
  useFirstFocus(() => form.setFocus("email"));
  const create = trpc.invitation.create.useMutation();
  const submit = async (wanted: NewInvitation) => {
    try {
      const answer = await stepUp.confirmed(() => create.mutateAsync(wanted));
      if (answer === notConfirmed) return;
      onMade({ link: answer.link, mailedTo: wanted.mail_to, isStaff: answer.is_staff });
    } catch (error) {
      if (!form.takeRefusal(error)) void report.failure(error);
    }
  };
  const isForOne = form.watch("email").trim() !== "";
  const isMailed = form.watch("is_mailed");
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!create.isPending) void form.handleSubmit(submit)(event);
      }}
    >
      <TextField
        label={t`Email`}
        hint={t`Only this address will be able to sign up. Leave it empty for a link that anyone can use.`}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={emailLengthMax}
        errors={form.errorsOf("email")}
        {...form.register("email", { deps: ["is_staff"] })}
      />
      {isForOne ? (
        <>
          <Checkbox label={t`Email the invitation to this address`} {...form.register("is_mailed")} />
          {isMailed ? (
            <Controller
              control={form.control}
              name="mail_language"
              render={({ field }) => (
                <Select<Language>
                  label={t`Email language`}
                  groups={[
                    {
                      options: [
                        { value: "en", label: languageNames.en },
                        { value: "uk", label: languageNames.uk },
                      ],
                    },
                  ]}
                  value={field.value}
                  onValueChange={field.onChange}
                />
              )}
            />
          ) : null}
        </>
      ) : (
        <TextField
          label={t`How many people can use it`}
          inputMode="numeric"
          autoComplete="off"
          required
          errors={form.errorsOf("uses_max")}
          {...form.register("uses_max", { setValueAs: toNumber })}
        />
      )}
      <TextField
        label={t`Days until it expires`}
        inputMode="numeric"
        autoComplete="off"
        required
        errors={form.errorsOf("days")}
        {...form.register("days", { setValueAs: toNumber })}
      />
      {plans === "on" ? (
        <Controller
          control={form.control}
          name="plan"
          render={({ field }) => (
            <Select<"none" | "free" | "paid">
              label={t`Plan`}
              groups={[
                {
                  options: [
                    { value: "none", label: t`Default for new accounts` },
                    { value: "free", label: t`Free` },
                    { value: "paid", label: t`Paid` },
                  ],
                },
              ]}
              value={field.value || "none"}
              onValueChange={(value) => field.onChange(value === "none" ? "" : value)}
            />
          )}
        />
      ) : null}
      <Checkbox
        label={t`Make the account an admin`}
        hint={t`Requires the email address above. The account gets admin rights once that address is verified.`}
        {...form.register("is_staff", { deps: ["email"] })}
      />
      <TextField
        label={t`Note`}
        hint={t`For example, who the link is for. Only admins see it.`}
        autoComplete="off"
        maxLength={invitationNoteLengthMax}
        errors={form.errorsOf("note")}
        {...form.register("note")}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="quiet" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="primary" type="submit" isBusy={create.isPending}>
          {isForOne && isMailed ? <Trans>Send the invitation</Trans> : <Trans>Create the link</Trans>}
        </Button>
      </div>
      {stepUp.dialog}
    </form>
  );
}
