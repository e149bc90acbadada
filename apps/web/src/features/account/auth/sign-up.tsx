import { passwordLengthMax, usernameLengthMax } from "@daymark/domain/account/auth";
import { Checkbox } from "@daymark/ui/checkbox";
import { linkClass } from "@daymark/ui/link";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useHydrated } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { useSite } from "../../../lib/app.ts";
import { useSchemaForm } from "../../../lib/form/form.ts";
import { PageHead } from "../../../lib/head.tsx";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { NeedsScripts } from "../../../lib/needs-scripts.tsx";
import { problemOf } from "../../../lib/network/problem.ts";
import { readLinkToken } from "../../../lib/session/link-token.ts";
import { SwitchedOff } from "../../public/feature-switch/switched-off.tsx";
import { useCaptcha } from "../captcha/use-captcha.ts";
import { AuthPage } from "./frame/auth-page.tsx";
import { FormFoot } from "./frame/form-foot.tsx";
import { RememberMe } from "./frame/remember-me.tsx";
import { useNext } from "./frame/use-next.ts";
import { useRefusal } from "./frame/use-refusal.ts";
import type { default as InvitationNow, Invited } from "./invitation.tsx";
import { NewPasswordFields } from "./new-password/new-password-fields.tsx";
import { OtherWays } from "./other-ways.tsx";
import { type SignUpInput, signUpInput, useSignUp } from "./use-sign-up.ts";

/** A lazy component: users without marks on the landing page do not load it, or the code that reads the marks. */
const DemoNote = lazyComponent(
  () => import("../../public/demo/demo-note.tsx"),
  ({ isWanted }) => isWanted,
);

/** A lazy component: only people with an invitation load it, and everyone where not everyone may sign up. */
const Invitation = lazyComponent(
  () => import("./invitation.tsx"),
  ({ isWanted }: ComponentProps<typeof InvitationNow> & { isWanted: boolean }) => isWanted,
  "notMe",
);

interface InvitedProps {
  invited: Invited | undefined;
  /** Shows why the invitation was refused; false if another thing was. */
  onRefused: (error: unknown) => boolean;
}

interface SignUpValues {
  username: string;
  email: string;
  password: string;
  password_confirmation: string;
  agreement: boolean;
  newsletter: boolean;
  remember_me: boolean;
}

export function SignUp() {
  const { t } = useLingui();
  const search = useNext();
  const isAlive = useHydrated();
  const head = (
    <PageHead title={t`Sign Up`} path="/signup" description={t`Keep good and bad habits on one calendar.`} />
  );
  const { passwords, signUp } = useSite();
  const [invited, setInvited] = useState<Invited>();
  const isOpen = signUp === "open";
  const [refused, setRefused] = useState<unknown>();
  const onRefused = (error: unknown) => {
    const isInvitation = problemOf(error)?.values?.invitation !== undefined;
    if (isInvitation) {
      setRefused(error);
      if (isOpen) setInvited(undefined);
    }
    return isInvitation;
  };
  const isFormShown = isOpen || invited !== undefined;
  return (
    <>
      {head}
      <Invitation
        isWanted={isAlive && (!isOpen || location.search.includes("invitation=") || readLinkToken("/signup") !== "")}
        isFormShown={isFormShown}
        onChecked={setInvited}
        refused={refused}
      />
      {isFormShown ? (
        <AuthPage
          title={t`Create your account`}
          intro={<Trans>Free, no card needed. Your first habit is a minute away.</Trans>}
          foot={
            <Trans>
              Already have an account?{" "}
              <Link to="/login" search={search} className={linkClass}>
                Log in
              </Link>
            </Trans>
          }
        >
          <DemoNote isWanted={isAlive && localStorage.getItem("demo_marks") !== null} />
          <SwitchedOff name="sign_up" className="mb-5" />
          {passwords ? (
            <SignUpForm {...{ invited, onRefused }} />
          ) : (
            <ThirdParties isRemembered={() => true} {...{ invited, onRefused }} />
          )}
        </AuthPage>
      ) : (
        <NeedsScripts heading={t`Sign Up`} />
      )}
    </>
  );
}

/** Opens beside the form, which keeps what was typed. */
function LegalLink({ to, children }: { to: "/terms-and-conditions" | "/privacy-policy"; children: ReactNode }) {
  return (
    <Link to={to} target="_blank" className={linkClass}>
      {children}
    </Link>
  );
}

/** The user can sign up with a provider account. By continuing they agree to the terms of the checkbox above. */
function ThirdParties({ isRemembered, invited, onRefused }: InvitedProps & { isRemembered: () => boolean }) {
  const { providers } = useSite();
  const { next } = useNext();
  if (providers.length === 0) return null;
  return (
    <>
      <OtherWays invitation={invited?.invitation} withPasskey={false} {...{ isRemembered, next, onRefused }} />
      <p className="mt-4 text-sm text-ink-muted">
        <Trans>
          By continuing you agree to the <LegalLink to="/terms-and-conditions">terms and conditions</LegalLink> and the{" "}
          <LegalLink to="/privacy-policy">privacy policy</LegalLink>.
        </Trans>
      </p>
    </>
  );
}

function SignUpForm({ invited, onRefused }: InvitedProps) {
  const { t } = useLingui();
  const refusal = useRefusal();
  const captcha = useCaptcha("register");
  const form = useSchemaForm<SignUpValues, SignUpInput>(signUpInput);
  const signUp = useSignUp({
    invitation: invited?.invitation,
    send: (call) => captcha.send(call, { isAsked: true }),
    onRefused: (error) => {
      if (!form.takeRefusal(error) && !onRefused(error)) void refusal.tell(error);
    },
  });
  const { setValue } = form;
  const { next } = useNext();
  const email = invited?.email;
  useEffect(() => {
    if (email) setValue("email", email);
  }, [email, setValue]);
  // The guest comes from the offer of the newsletter below a post, and returns to it.
  useEffect(() => {
    if (next?.endsWith("#newsletter")) setValue("newsletter", true);
  }, [next, setValue]);
  return (
    <>
      {/* POST, so that a form submitted before hydration puts no password into the address. */}
      <form
        method="post"
        noValidate
        className="flex flex-col gap-5"
        onFocus={captcha.prepare}
        onSubmit={form.handleSubmit((values) => signUp.mutate(values))}
      >
        <TextField
          label={t`Username`}
          hint={t`Letters, numbers and underscores.`}
          autoComplete="username"
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
          autoComplete="email"
          required
          readOnly={Boolean(email)}
          errors={form.errorsOf("email")}
          {...form.register("email")}
        />
        <NewPasswordFields
          password={form.register("password")}
          confirmation={form.register("password_confirmation", { deps: ["password"] })}
          passwordErrors={form.errorsOf("password")}
          confirmationErrors={form.errorsOf("password_confirmation")}
          typed={form.watch("password") ?? ""}
          maxLength={passwordLengthMax}
        />
        <Checkbox
          label={
            <Trans>
              I agree to the <LegalLink to="/terms-and-conditions">terms and conditions</LegalLink> and the{" "}
              <LegalLink to="/privacy-policy">privacy policy</LegalLink>
            </Trans>
          }
          required
          errors={form.errorsOf("agreement")}
          {...form.register("agreement")}
        />
        <Checkbox
          label={t`Send me the newsletter`}
          hint={t`One email for each new blog post. Unsubscribe at any time.`}
          {...form.register("newsletter")}
        />
        <SwitchedOff name="newsletter" className="-mt-2 text-sm" />
        <RememberMe field={form.register("remember_me")} />
        <div ref={captcha.slot} className="empty:hidden" />
        <FormFoot isBusy={signUp.isPending || signUp.isSuccess} refusal={refusal}>
          <Trans>Sign up</Trans>
        </FormFoot>
      </form>
      <ThirdParties isRemembered={() => form.getValues("remember_me") === true} {...{ invited, onRefused }} />
    </>
  );
}
