import { Trans } from "@lingui/react/macro";
import { useEffect, useEffectEvent } from "react";
import { useSessionStatus } from "../../../lib/app.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { useRefusal } from "./frame/use-refusal.ts";
import { useEntry } from "./use-entry.ts";

interface ProxyLogInProps {
  /** Whether the operator's proxy may name the guest. */
  isWanted: boolean;
  next?: string | undefined;
}

/**
 * Logs a guest in whom the operator's proxy names. The user has not chosen "remember me" on this device, so the log-in
 * goes without it. The other sign-in methods of the page stay for a guest whom the proxy does not name.
 */
export default function ProxyLogIn({ next }: ProxyLogInProps) {
  const entry = useEntry();
  const refusal = useRefusal();
  const luggage = { isRemembered: false, ...(next && { next }) };
  const logIn = trpc.oauth.logInByProxy.useMutation({
    onSuccess: (tokens) => entry.enter(tokens, luggage),
    onError: (error) => {
      if (entry.askSecondFactor(error, luggage) || isUnnamed(error) || isStranger(error)) return;
      void refusal.tell(error);
    },
  });
  const isGuest = useSessionStatus() === "guest" && logIn.isIdle;
  const begin = useEffectEvent(() => logIn.mutate({}));
  useEffect(() => {
    if (isGuest) begin();
  }, [isGuest]);
  if (!isUnnamed(logIn.error) && !isStranger(logIn.error)) return null;
  return (
    <p role="status" className="mb-6 rounded-control bg-warning-soft px-3.5 py-2.5 text-[0.9375rem]">
      {isStranger(logIn.error) ? (
        <Trans>Your proxy knows you, but you have no account here, and sign-up is not open to everyone.</Trans>
      ) : (
        <Trans>Your proxy did not say who you are. Log in another way, or ask the operator of this server.</Trans>
      )}
    </p>
  );
}

/** Whether no trusted proxy names the guest. */
function isUnnamed(error: unknown): boolean {
  return problemOf(error)?.code === "not_authenticated";
}

/** Whether no account may be created for the guest. */
function isStranger(error: unknown): boolean {
  return problemOf(error)?.values?.sign_up !== undefined;
}
