import { emailLengthMax, usernameLengthMax } from "@daymark/domain/account/auth";
import { type NewAccount, newAccountInput } from "@daymark/domain/operator/admin-user";
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

export interface MadeUser {
  username: string;
  /** Null if it was mailed, or if the server has no passwords. */
  link: string | null;
  /** Whether the account waits for the admin right. */
  isStaff: boolean;
}

interface NewUserFormProps {
  onCancel: () => void;
  /** Receives the link, which the server returns only now. */
  onMade: (made: MadeUser) => void;
}

export function NewUserForm({ onCancel, onMade }: NewUserFormProps) {
  const { t, i18n } = useLingui();
  const { report } = useBrowser();
  const { plans, passwords } = useSite();
  const stepUp = useStepUp();
  const form = useSchemaForm<Required<Omit<NewAccount, "plan">> & Pick<NewAccount, "plan">, NewAccount>(
    newAccountInput,
    { username: "", email: "", is_staff: false, send_mail: true, language: i18n.locale as Language },
  );
  useFirstFocus(() => form.setFocus("username"));
  const create = trpc.adminUser.create.useMutation();
  const submit = async (wanted: NewAccount) => {
    try {
      const answer = await stepUp.confirmed(() => create.mutateAsync(wanted));
      if (answer === notConfirmed) return;
      onMade({ username: answer.username, link: answer.link, isStaff: wanted.is_staff === true });
    } catch (error) {
      if (!form.takeRefusal(error)) void report.failure(error);
    }
  };
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
        label={t`Username`}
        hint={t`Letters, numbers and underscores.`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={usernameLengthMax}
        required
        errors={form.errorsOf("username")}
        {...form.register("username")}
      />
      <TextField
        label={t`Email`}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={emailLengthMax}
        required
        errors={form.errorsOf("email")}
        {...form.register("email")}
      />
      <Checkbox
        label={passwords ? t`Email the link to this address` : t`Tell the owner by email`}
        hint={
          passwords
            ? t`Otherwise you get the link and pass it on yourself.`
            : t`This server does not use passwords: the owner logs in through a provider that knows this address.`
        }
        {...form.register("send_mail")}
      />
      <Controller
        control={form.control}
        name="language"
        render={({ field }) => (
          <Select<Language>
            label={t`Account language`}
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
              value={field.value ?? "none"}
              onValueChange={(value) => field.onChange(value === "none" ? undefined : value)}
            />
          )}
        />
      ) : null}
      <Checkbox
        label={t`Make the account an admin`}
        hint={t`It gets admin rights once its email address is verified.`}
        {...form.register("is_staff")}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="quiet" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="primary" type="submit" isBusy={create.isPending}>
          <Trans>Create</Trans>
        </Button>
      </div>
      {stepUp.dialog}
    </form>
  );
}
