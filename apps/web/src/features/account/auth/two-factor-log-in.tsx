import {
  backupCodeLength,
  backupCodeSchema,
  securityCodeLength,
  securityCodeSchema,
} from "@daymark/domain/account/two-factor";
import { Button } from "@daymark/ui/button";
import { CodeField } from "@daymark/ui/code-field";
import { linkClass } from "@daymark/ui/link";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import * as z from "zod/mini";
import { useSchemaForm } from "../../../lib/form/form.ts";
import { PageHead } from "../../../lib/head.tsx";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { AuthPage } from "./frame/auth-page.tsx";
import { FormFoot } from "./frame/form-foot.tsx";
import { useRefusal } from "./frame/use-refusal.ts";
import { forgetPendingLogIn, type PendingLogIn } from "./pending-log-in.ts";
import { keepTypedName } from "./typed-name.ts";
import { useEntry } from "./use-entry.ts";

/** The second step of a log-in: a code of the authenticator app, or a backup code. */
export function TwoFactorLogIn({ pending }: { pending: PendingLogIn }) {
  const { t } = useLingui();
  const [kind, setKind] = useState<"code" | "backup_code">("code");
  return (
    <AuthPage
      title={t`One more step`}
      intro={
        kind === "code" ? (
          <Trans>Enter the 6-digit code that your authenticator app shows for Daymark.</Trans>
        ) : (
          <Trans>Enter one of the backup codes you saved when you turned on two-factor authentication.</Trans>
        )
      }
      foot={
        <Trans>
          Not you?{" "}
          <Link to="/login" state={{ hasTypedName: true }} onClick={() => giveUp(pending)} className={linkClass}>
            Start over
          </Link>
        </Trans>
      }
    >
      <PageHead title={t`Two-Factor Log In`} />
      <CodeForm key={kind} kind={kind} pending={pending} />
      <Button kind="quiet" className="mt-3 w-full" onClick={() => setKind(kind === "code" ? "backup_code" : "code")}>
        {kind === "code" ? <Trans>Use a backup code instead</Trans> : <Trans>Use the authenticator app instead</Trans>}
      </Button>
    </AuthPage>
  );
}

/** Starts the log-in again, with the same name. */
function giveUp({ username = "" }: PendingLogIn) {
  forgetPendingLogIn();
  keepTypedName("/login", username);
}

interface CodeValues {
  code: string;
}

const schemas = { code: z.object({ code: securityCodeSchema }), backup_code: z.object({ code: backupCodeSchema }) };

function CodeForm({ kind, pending }: { kind: keyof typeof schemas; pending: PendingLogIn }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const entry = useEntry();
  const refusal = useRefusal();
  const form = useSchemaForm<CodeValues, CodeValues>(schemas[kind], { code: "" }, { judged: "sent" });
  const logIn = trpc.auth.login.useMutation({
    onSuccess: (tokens) => {
      forgetPendingLogIn();
      entry.enter(tokens, pending);
    },
    onError: async (error) => {
      const code = problemOf(error)?.code;
      if (code === "security_code_invalid" || code === "backup_code_invalid") {
        form.refuse("code", code);
        // The user types the next code over the wrong one.
        return form.setFocus("code", { shouldSelect: true });
      }
      if (form.takeRefusal(error)) return;
      await refusal.tell(error);
      if (code !== "two_factor_challenge_expired") return;
      giveUp(pending);
      const { next } = pending;
      await navigate({ to: "/login", search: next ? { next } : {}, state: { hasTypedName: true } });
    },
  });
  const isBusy = logIn.isPending || logIn.isSuccess;
  const field = {
    required: true,
    autoFocus: true,
    errors: form.errorsOf("code"),
    ...form.register("code"),
  } as const;
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-5"
      onSubmit={form.handleSubmit(({ code }) => {
        if (!isBusy) logIn.mutate({ challenge: pending.challenge, [kind]: code });
      })}
    >
      {kind === "code" ? (
        <CodeField {...field} label={t`Security code`} length={securityCodeLength} />
      ) : (
        <TextField
          {...field}
          label={t`Backup code`}
          hint={t`12 characters. Each backup code works once.`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          // Longer for the hyphens or spaces in a printed code.
          maxLength={backupCodeLength + 6}
          className="[&_input]:tracking-[0.08em]"
        />
      )}
      <FormFoot isBusy={isBusy} refusal={refusal}>
        <Trans>Log in</Trans>
      </FormFoot>
    </form>
  );
}
