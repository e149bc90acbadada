import { Button } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import { useHydrated } from "@tanstack/react-router";
import KeyRound from "lucide-react/icons/key-round";
import { useSite } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import type { Site } from "../../../lib/page/site.ts";
import { askCredential, hasWebAuthn } from "../passkey/web-authn.ts";
import { useRefusal } from "./frame/use-refusal.ts";
import { leaveForProvider } from "./oauth-attempt.ts";
import { ProviderMark } from "./provider-mark.tsx";
import { useEntry } from "./use-entry.ts";

interface OtherWaysProps {
  /** Read when the user chooses a sign-in method. */
  isRemembered: () => boolean;
  next?: string | undefined;
  /** The token of an invitation, by which a provider may create an account. */
  invitation?: string | undefined;
  /** Shows why a call was refused, if it knows better than the message on top; false if not. */
  onRefused?: ((error: unknown) => boolean) | undefined;
  /** False on the sign-up: a user without an account has no passkey. */
  withPasskey: boolean;
}

/** The sign-in methods besides a password that this installation and this browser support. */
export function OtherWays({ withPasskey, ...way }: OtherWaysProps) {
  const { providers, passkeys, passwords } = useSite();
  const isAlive = useHydrated();
  const hasPasskeys = withPasskey && passkeys && isAlive && hasWebAuthn();
  if (providers.length === 0 && !hasPasskeys) return null;
  return (
    <div className="mt-6 flex flex-col gap-3">
      {passwords ? (
        <p className="mb-3 flex items-center gap-4 text-sm text-ink-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          <Trans>or</Trans>
        </p>
      ) : null}
      {providers.map((provider) => (
        <ProviderButton key={provider.name} {...provider} {...way} />
      ))}
      {hasPasskeys ? <PasskeyButton {...way} /> : null}
    </div>
  );
}

type WayProps = Omit<OtherWaysProps, "withPasskey">;

function ProviderButton({ name: provider, label: name, ...way }: WayProps & Site["providers"][number]) {
  const { isRemembered, next, invitation, onRefused } = way;
  const isAlive = useHydrated();
  const refusal = useRefusal();
  const start = trpc.oauth.start.useMutation({
    onSuccess: ({ url, state }, { remember_me = false }) =>
      leaveForProvider(url, { provider, state, intent: "log_in", isRemembered: remember_me, ...(next && { next }) }),
    onError: (error) => (onRefused?.(error) ? undefined : refusal.tell(error)),
  });
  return (
    <Button
      size="large"
      icon={<ProviderMark provider={provider} />}
      isBusy={start.isPending}
      disabled={!isAlive}
      className="disabled:opacity-100!"
      onClick={() => start.mutate({ provider, remember_me: isRemembered(), invitation })}
    >
      <Trans>Continue with {name}</Trans>
    </Button>
  );
}

function PasskeyButton({ isRemembered, next }: WayProps) {
  const entry = useEntry();
  const refusal = useRefusal();
  const start = trpc.passkey.startLogIn.useMutation();
  const logIn = trpc.passkey.logIn.useMutation();

  const ask = async () => {
    try {
      const credential = await askCredential(await start.mutateAsync({}));
      // The user closed the browser's dialog.
      if (!credential) return;
      const remember_me = isRemembered();
      entry.enter(await logIn.mutateAsync({ credential, remember_me }), {
        isRemembered: remember_me,
        ...(next && { next }),
      });
    } catch (error) {
      await refusal.tell(error);
    }
  };

  return (
    <>
      <Button
        size="large"
        icon={<KeyRound aria-hidden="true" />}
        isBusy={start.isPending || logIn.isPending}
        onClick={() => void ask()}
      >
        <Trans>Log in with a passkey</Trans>
      </Button>
      {refusal.notice ? (
        <p role="alert" className="text-sm text-danger-text">
          {refusal.notice}
        </p>
      ) : null}
    </>
  );
}
