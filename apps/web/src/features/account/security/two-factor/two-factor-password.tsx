import { passwordSchema } from "@daymark/domain/account/auth";
import { Button } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import * as z from "zod/mini";
import { useBrowser } from "../../../../lib/app.ts";
import { useFirstFocus } from "../../../../lib/form/first-focus.ts";
import { useSchemaForm } from "../../../../lib/form/form.ts";
import { problemOf } from "../../../../lib/network/problem.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { CurrentPasswordField } from "../../settings/current-password-field.tsx";
import { notConfirmed, useStepUp } from "../step-up/use-step-up.tsx";
import type { Enrolment } from "./two-factor-dialog.tsx";

interface TwoFactorPasswordProps {
  hasPassword: boolean;
  onStarted: (enrolment: Enrolment) => void;
  onCancel: () => void;
}

interface Values {
  password?: string;
}

/** The first step: only the owner of the account gets a secret for it. */
export function TwoFactorPassword({ hasPassword, onStarted, onCancel }: TwoFactorPasswordProps) {
  const { report } = useBrowser();
  const stepUp = useStepUp();
  const form = useSchemaForm<Values, Values>(
    hasPassword ? z.strictObject({ password: passwordSchema }) : z.strictObject({}),
  );
  useFirstFocus(() => {
    if (hasPassword) form.setFocus("password");
  });
  const generate = trpc.twoFactor.generate.useMutation();
  const submit = async (values: Values) => {
    try {
      const answer = await stepUp.confirmed(() => generate.mutateAsync(hasPassword ? values : {}));
      if (answer !== notConfirmed) onStarted(answer);
    } catch (error) {
      const code = problemOf(error)?.code;
      if (code === "password_incorrect") return form.refuse("password", code);
      if (!form.takeRefusal(error)) void report.failure(error);
    }
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.stopPropagation();
        event.preventDefault();
        if (!generate.isPending) void form.handleSubmit(submit)(event);
      }}
    >
      {hasPassword ? (
        <CurrentPasswordField errors={form.errorsOf("password")} field={form.register("password")} />
      ) : (
        <p>
          <Trans>You need an authenticator app on your phone; any will do.</Trans>
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="quiet" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="primary" type="submit" isBusy={generate.isPending}>
          <Trans>Continue</Trans>
        </Button>
      </div>
      {stepUp.dialog}
    </form>
  );
}
