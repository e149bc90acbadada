import { type RegisterInput, registerInput } from "@daymark/domain/account/auth";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useApp } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import type { CaptchaAnswer } from "../captcha/captcha.ts";
import { useNext } from "./frame/use-next.ts";
import { keepTypedLogIn } from "./typed-log-in.ts";
import { keepTypedName } from "./typed-name.ts";
import { useEntry } from "./use-entry.ts";

/** The input of the first call, and the choice that the second needs too. */
export type SignUpInput = RegisterInput & { remember_me: boolean };

export const signUpInput = {
  safeParse: (values: unknown) => {
    const { remember_me, ...registration } = values as Record<string, unknown>;
    const parsed = registerInput.safeParse(registration);
    return parsed.success
      ? { success: true as const, data: { ...parsed.data, remember_me: remember_me === true } }
      : parsed;
  },
};

interface SignUpParts {
  /** The token of a checked invitation. */
  invitation: string | undefined;
  /** Sends a call with the captcha's answer. */
  send: (call: (answer: CaptchaAnswer) => Promise<unknown>) => Promise<unknown>;
  /** Shows why no account was created. */
  onRefused: (error: unknown) => void;
}

/**
 * The two calls of a sign-up (decision 65): the first creates the account, the second logs in with what the user has
 * just typed. If the second fails, the log-in form gets the typed values, because the account exists and a second
 * sign-up would be refused.
 */
export function useSignUp({ invitation, send, onRefused }: SignUpParts) {
  const { browser } = useApp();
  const navigate = useNavigate();
  const search = useNext();
  const entry = useEntry();
  const { client } = trpc.useUtils();

  const enter = async ({ username, password, remember_me }: SignUpInput) => {
    try {
      const tokens = await client.auth.login.mutate({ username, password, remember_me });
      entry.enter(tokens, { isRemembered: remember_me, ...search }, "registered");
    } catch (error) {
      void browser?.report.failure(error);
      keepTypedName("/login", username);
      keepTypedLogIn({ password, isRemembered: remember_me });
      await navigate({ to: "/login", search, state: { hasTypedName: true } });
    }
  };

  return useMutation({
    mutationFn: async (values: SignUpInput) => {
      const { remember_me: _, ...registration } = values;
      await send((answer) => client.auth.register.mutate({ ...registration, invitation, ...answer }));
      await enter(values);
    },
    onError: onRefused,
  });
}
