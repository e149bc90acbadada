import { emailLengthMax, loginInput } from "@daymark/domain/auth";
import { Checkbox } from "@daymark/ui/checkbox";
import { linkClass } from "@daymark/ui/link";
import { PasswordField } from "@daymark/ui/password-field";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useLocation, useRouter, useSearch } from "@tanstack/react-router";
import type * as z from "zod/mini";
import { useApp } from "../../lib/app.ts";
import { useSchemaForm } from "../../lib/form.ts";
import { PageHead } from "../../lib/head.tsx";
import { problemOf } from "../../lib/problem.ts";
import { trpc } from "../../lib/trpc.ts";
import { AuthPage } from "./auth-page.tsx";
import { SubmitButton } from "./submit-button.tsx";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Name of an account just made, to log in with. */
    username?: string;
  }
}

interface LogInValues {
  username: string;
  password: string;
  remember_me: boolean;
}

export function LogIn() {
  const { t } = useLingui();
  return (
    <AuthPage
      title={t`Log in to Daymark`}
      foot={
        <Trans>
          New here?{" "}
          <Link to="/signup" className={linkClass}>
            Create an account
          </Link>
        </Trans>
      }
    >
      <PageHead title={t`Log In`} path="/login" description={t`Log in to Daymark and mark today.`} />
      <LogInForm />
    </AuthPage>
  );
}

function LogInForm() {
  const { t } = useLingui();
  const { browser } = useApp();
  const router = useRouter();
  const { next } = useSearch({ from: "/_guest/login" });
  const { username } = useLocation().state;
  const form = useSchemaForm<LogInValues, z.infer<typeof loginInput>>(loginInput, username ? { username } : undefined);
  const logIn = trpc.auth.login.useMutation({
    onSuccess: async (tokens, { remember_me = false }) => {
      browser?.session.begin(tokens, { isRemembered: remember_me });
      void browser?.report.success("logged_in");
      // Checked by the route to be a path of this site.
      router.history.push(next ?? "/dashboard");
    },
    onError: (error) => {
      const code = problemOf(error)?.code;
      if (code === "user_not_found") return form.refuse("username", code);
      if (code === "password_incorrect") return form.refuse("password", code);
      if (!form.takeRefusal(error)) void browser?.report.failure(error);
    },
  });
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-5"
      onSubmit={form.handleSubmit((values) => logIn.mutate(values))}
    >
      <TextField
        label={t`Username or email`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={emailLengthMax}
        required
        errors={form.errorsOf("username")}
        {...form.register("username")}
      />
      <PasswordField
        label={t`Password`}
        autoComplete="current-password"
        showLabel={t`Show password`}
        hideLabel={t`Hide password`}
        required
        errors={form.errorsOf("password")}
        {...form.register("password")}
      />
      <Checkbox
        label={t`Remember me`}
        hint={t`Stay logged in on this device for 30 days.`}
        {...form.register("remember_me")}
      />
      <SubmitButton isBusy={logIn.isPending}>
        <Trans>Log in</Trans>
      </SubmitButton>
    </form>
  );
}
