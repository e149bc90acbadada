import { passwordSchema } from "@daymark/domain/account/auth";
import { backupCodeSchema, securityCodeLength, securityCodeSchema } from "@daymark/domain/account/two-factor";
import { Button } from "@daymark/ui/button";
import { CodeField } from "@daymark/ui/code-field";
import { PasswordField } from "@daymark/ui/password-field";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import * as z from "zod/mini";
import { useBrowser } from "../../../../lib/app.ts";
import { useSchemaForm } from "../../../../lib/form/form.ts";
import { problemOf } from "../../../../lib/network/problem.ts";
import { trpc } from "../../../../lib/network/trpc.ts";

type TypedMethod = "password" | "code" | "backup_code";

const schemas = {
  password: z.strictObject({ password: passwordSchema }),
  code: z.strictObject({ code: securityCodeSchema }),
  backup_code: z.strictObject({ backup_code: backupCodeSchema }),
};

/** A step-up with a typed password or code. */
export function StepUpForm({ method, onConfirmed }: { method: TypedMethod; onConfirmed: () => void }) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const form = useSchemaForm<Record<TypedMethod, string>, Partial<Record<TypedMethod, string>>>(schemas[method]);
  const { setFocus } = form;
  useEffect(() => setFocus(method), [method, setFocus]);
  const stepUp = trpc.auth.stepUp.useMutation({
    onSuccess: onConfirmed,
    onError: (error) => {
      const code = problemOf(error)?.code;
      if (code === "password_incorrect" || code === "security_code_invalid" || code === "backup_code_invalid") {
        return form.refuse(method, code);
      }
      if (!form.takeRefusal(error)) void report.failure(error);
    },
  });
  const shared = { required: true, errors: form.errorsOf(method), ...form.register(method) };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        // React bubbles this event to the forms of the page, which must not handle it.
        event.stopPropagation();
        if (!stepUp.isPending) void form.handleSubmit((values) => stepUp.mutate(values))(event);
        else event.preventDefault();
      }}
    >
      {method === "password" ? (
        <PasswordField
          label={t`Password`}
          autoComplete="current-password"
          showLabel={t`Show password`}
          hideLabel={t`Hide password`}
          {...shared}
        />
      ) : method === "code" ? (
        <CodeField
          label={t`Security code`}
          hint={t`The 6 digits that your authenticator app shows now.`}
          length={securityCodeLength}
          {...shared}
        />
      ) : (
        <TextField
          label={t`Backup code`}
          hint={t`One of the codes you saved. It works once.`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...shared}
        />
      )}
      <Button kind="primary" type="submit" isBusy={stepUp.isPending}>
        <Trans>Confirm</Trans>
      </Button>
    </form>
  );
}
