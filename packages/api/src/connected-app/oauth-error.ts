import type { AppRequestFault } from "@daymark/domain/account/connected-app";

/** The error codes of RFC 6749 5.2, RFC 7591 3.2.2, RFC 8628 3.5 and RFC 8707 2 that the endpoints answer with. */
export type OauthErrorCode =
  | AppRequestFault
  | "invalid_client"
  | "invalid_grant"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "invalid_redirect_uri"
  | "invalid_client_metadata"
  | "authorization_pending"
  | "slow_down"
  | "access_denied"
  | "expired_token";

/**
 * A refusal for the developer of an application. Its description is in English, like the documentation for developers.
 */
export class OauthError extends Error {
  override readonly name = "OauthError";
  readonly code: OauthErrorCode;

  constructor(code: OauthErrorCode, description: string) {
    super(description);
    this.code = code;
  }
}
