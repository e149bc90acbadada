import { ClientError, ResponseBodyError, WWWAuthenticateChallengeError } from "openid-client";
import { ProviderFailed } from "./provider-request.ts";

/**
 * The failure behind an error of openid-client. Its message is for the log, so it contains only fixed texts of the
 * library and the error codes of RFC 6749 5.2, never a token, a code or a quoted answer.
 */
export function failureOf(error: unknown): ProviderFailed {
  for (let cause = error; cause instanceof Error; cause = cause.cause as Error) {
    if (cause instanceof ProviderFailed) return cause;
  }
  if (error instanceof ResponseBodyError) {
    return new ProviderFailed(
      "refused",
      `the provider answered ${error.error.replaceAll(/[^\w.-]/g, "").slice(0, 64)}`,
    );
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    return new ProviderFailed("refused", `the access token was not taken (${error.status})`);
  }
  if (!(error instanceof ClientError)) throw error;
  const { message, cause } = error;
  const detail = cause instanceof Error && cause.name === "OperationProcessingError" ? `: ${cause.message}` : "";
  return new ProviderFailed("refused", `the answer was refused: ${message}${detail}`);
}
