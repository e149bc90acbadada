import { ApiError } from "../base/error.ts";
import type { Using } from "./context.ts";

/**
 * Refuses a sign-up without an invitation, unless everyone may sign up.
 *
 * @throws ApiError permission_denied
 */
export function requireOpenSignUp({ services }: Using<"installation">): void {
  const { signUp } = services.installation;
  if (signUp !== "open") throw new ApiError("permission_denied", { values: { sign_up: signUp } });
}
