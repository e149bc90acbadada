import { emailLengthMax, loginInput } from "@daymark/domain/account/auth";
import { linkClass } from "@daymark/ui/link";
import { PasswordField } from "@daymark/ui/password-field";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useHydrated } from "@tanstack/react-router";
import { useState } from "react";
import type * as z from "zod/mini";
import { useSite } from "../../../lib/app.ts";
import { useSchemaForm } from "../../../lib/form/form.ts";
import { PageHead } from "../../../lib/head.tsx";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { SwitchedOff } from "../../public/feature-switch/switched-off.tsx";
import { AuthPage } from "./frame/auth-page.tsx";
import { FormFoot } from "./frame/form-foot.tsx";
import { RememberMe } from "./frame/remember-me.tsx";
import { useNext } from "./frame/use-next.ts";
import { useRefusal } from "./frame/use-refusal.ts";
import { OnlyProvider } from "./only-provider.tsx";
import { OtherWays } from "./other-ways.tsx";
import { readPendingLogIn } from "./pending-log-in.ts";
import { useTypedLogIn } from "./typed-log-in.ts";
import { keepTypedName, useTypedName } from "./typed-name.ts";
import { useEntry } from "./use-entry.ts";

/** A lazy component: only servers behind a proxy that names its users load it. */
const ProxyLogIn = lazyComponent(
  () => import("./proxy-log-in.tsx"),
  ({ isWanted }) => isWanted,
  "notMe",
);

interface LogInValues {
  username: string;
  password: string;
  remember_me: boolean;
}

export function LogIn() {
  const { t } = useLingui();
  const search = useNext();
  const { signUp } = useSite();
  return (
    <AuthPage
      title={t`Log in to Daymark`}
      foot={
        signUp === "open" ? (
          <Trans>
            New here?{" "}
            <Link to="/signup" search={search} className={linkClass}>
              Create an account
            </Link>
          </Trans>
        ) : null
      }
    >
      <PageHead title={t`Log In`} path="/login" description={t`Log in to Daymark and mark today.`} />
      <LogInForm />
    </AuthPage>
  );
}

function LogInForm() {
  const { t } = useLingui();
  const { next } = useNext();
  const { providers, passwords, proxyLogIn } = useSite();
  const [only, ...others] = providers;
  const isAlive = useHydrated();
  // `?local` keeps the browser from going straight to the only provider; with `password` it is the operator's way back.
  const local = isAlive ? new URLSearchParams(location.search).get("local") : "";
  const typed = useTypedName();
  // After returning from the second step, the user need not type the name again.
  const [username] = useState(() => typed ?? (isAlive ? readPendingLogIn()?.username : undefined));
  const entry = useEntry();
  const refusal = useRefusal();
  const kept = useTypedLogIn();
  const defaults = { ...(username && { username }), ...(kept && { password: kept.password }) };
  const form = useSchemaForm<LogInValues, z.infer<typeof loginInput>>(loginInput, defaults, { judged: "sent" });
  const luggage = (isRemembered: boolean) => ({ isRemembered, ...(next && { next }) });
  const logIn = trpc.auth.login.useMutation({
    onSuccess: (tokens, { remember_me = false }) => entry.enter(tokens, luggage(remember_me)),
    onError: (error, { username = "", remember_me = false }) => {
      if (entry.askSecondFactor(error, { ...luggage(remember_me), username })) return;
      const code = problemOf(error)?.code;
      if (code === "user_not_found") return form.refuse("username", code);
      if (code === "password_incorrect") return form.refuse("password", code);
      if (!form.takeRefusal(error)) void refusal.tell(error);
    },
  });
  return (
    <>
      {kept ? (
        <p role="status" className="mb-6 rounded-control bg-success-soft px-3.5 py-2.5 text-[0.9375rem]">
          <Trans>Your account has been created. Log in to continue.</Trans>
        </p>
      ) : null}
      <ProxyLogIn isWanted={isAlive && proxyLogIn && local === null} next={next} />
      {passwords || local === "password" ? (
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
          <div className="flex flex-col gap-1.5">
            <PasswordField
              label={t`Password`}
              autoComplete="current-password"
              showLabel={t`Show password`}
              hideLabel={t`Hide password`}
              required
              errors={form.errorsOf("password")}
              {...form.register("password")}
            />
            <ForgotLink typed={() => form.getValues("username")} />
          </div>
          <RememberMe field={form.register("remember_me")} {...(kept && { isTicked: kept.isRemembered })} />
          <FormFoot isBusy={logIn.isPending} refusal={refusal}>
            <Trans>Log in</Trans>
          </FormFoot>
        </form>
      ) : null}
      {providers.length > 0 ? <SwitchedOff name="social_log_in" className="mt-6" /> : null}
      {!passwords && !proxyLogIn && local === null && only && !others.length ? (
        <OnlyProvider provider={only.name} next={next} />
      ) : null}
      <OtherWays isRemembered={() => form.getValues("remember_me") !== false} next={next} withPasskey />
    </>
  );
}

/** Passes on a typed email address. */
function ForgotLink({ typed }: { typed: () => string | undefined }) {
  return (
    <Link
      to="/reset-password"
      state={{ hasTypedName: true }}
      onClick={() => {
        const name = typed() ?? "";
        keepTypedName("/reset-password", name.includes("@") ? name : "");
      }}
      className={`${linkClass} inline-flex min-h-8 items-center self-start text-sm pointer-coarse:min-h-11`}
    >
      <Trans>Forgot password?</Trans>
    </Link>
  );
}
