import { DaymarkError, errorOf } from "./error.ts";
import type { Fetch } from "./retry.ts";

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";
/** An access token that expires so soon is replaced before the call. */
const renewalSeconds = 30;
/** RFC 8628 3.5 */
const defaultIntervalSeconds = 5;

/** What an application keeps of a connection to an account. */
export interface Tokens {
  clientId: string;
  accessToken: string;
  refreshToken: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** What the user needs to know to connect a device. */
export interface DeviceCode {
  /** `BCDF-GHJK`, which the user enters at `verificationUri`. */
  userCode: string;
  verificationUri: string;
  /** The page with the code in its address. */
  verificationUriComplete: string;
}

/** A call to one of the server's OAuth endpoints. */
interface OauthCall {
  server: string;
  fetch: Fetch;
}

/** An error in the form of RFC 6749 5.2. `code` is its `error`. */
async function oauthErrorOf(response: Response): Promise<DaymarkError> {
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { error?: unknown; error_description?: unknown } | null;
  if (typeof body?.error !== "string") return errorOf(response);
  return new DaymarkError({
    status: response.status,
    code: body.error,
    detail: String(body.error_description ?? body.error),
  });
}

/** @throws DaymarkError with the `error` of RFC 6749 or RFC 8628 as its code */
async function post({ server, fetch }: OauthCall, path: string, body: object | URLSearchParams): Promise<unknown> {
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(
    new Request(`${server}/oauth/${path}`, {
      method: "POST",
      body: isForm ? body : JSON.stringify(body),
      headers: { "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json" },
    }),
  );
  if (!response.ok) throw await oauthErrorOf(response);
  return response.json().catch(() => null);
}

/**
 * Registers an application without a secret (RFC 7591).
 *
 * @param name what the user sees; at most 80 characters
 * @returns its `client_id`
 * @throws DaymarkError
 */
export async function registerDevice(call: OauthCall, name: string): Promise<string> {
  const answer = await post(call, "register", {
    client_name: name,
    grant_types: [deviceGrant, "refresh_token"],
    token_endpoint_auth_method: "none",
  });
  return (answer as { client_id: string }).client_id;
}

/**
 * Connects a device or a program without a browser (RFC 8628): shows a code, and waits until the user has allowed it.
 *
 * @param options.show tells the user where to enter the code
 * @param options.wait the pause between two polls
 * @throws DaymarkError access_denied (the user has refused), expired_token (the user did not decide in time), invalid_client
 */
export async function connectDevice(
  call: OauthCall,
  options: {
    clientId: string;
    scope: "read" | "write";
    show: (code: DeviceCode) => void;
    wait: (seconds: number) => Promise<void>;
  },
): Promise<Tokens> {
  const { clientId, scope, show, wait } = options;
  const started = (await post(
    call,
    "device_authorization",
    new URLSearchParams({ client_id: clientId, scope }),
  )) as Record<"device_code" | "user_code" | "verification_uri" | "verification_uri_complete", string> & {
    interval?: number;
  };
  show({
    userCode: started.user_code,
    verificationUri: started.verification_uri,
    verificationUriComplete: started.verification_uri_complete,
  });
  let interval = started.interval ?? defaultIntervalSeconds;
  for (;;) {
    await wait(interval);
    try {
      const grant = { grant_type: deviceGrant, client_id: clientId, device_code: started.device_code };
      return tokensOf(await post(call, "token", new URLSearchParams(grant)), clientId);
    } catch (error) {
      if (!(error instanceof DaymarkError)) throw error;
      if (error.code === "slow_down") interval += defaultIntervalSeconds;
      else if (error.code !== "authorization_pending") throw error;
    }
  }
}

/** Ends a connection, with all its tokens (RFC 7009). @throws DaymarkError */
export async function disconnect(call: OauthCall, { clientId, refreshToken }: Tokens): Promise<void> {
  await post(call, "revoke", new URLSearchParams({ client_id: clientId, token: refreshToken }));
}

/**
 * Sends the access token with each call, and replaces it when it expires. Calls at the same time share one new token.
 *
 * @param options.store keeps the new tokens: each use of a refresh token replaces it
 */
export function withTokens(
  fetch: Fetch,
  { server, tokens, store }: { server: string; tokens: Tokens; store: (tokens: Tokens) => void | Promise<void> },
): Fetch {
  let current = tokens;
  let renewal: Promise<void> | null = null;
  const renew = async () => {
    const grant = {
      grant_type: "refresh_token",
      client_id: current.clientId,
      refresh_token: current.refreshToken,
    };
    current = tokensOf(await post({ server, fetch }, "token", new URLSearchParams(grant)), current.clientId);
    await store(current);
  };
  const renewOnce = () => {
    renewal ??= renew().finally(() => {
      renewal = null;
    });
    return renewal;
  };
  const send = (request: Request) => {
    request.headers.set("authorization", `Bearer ${current.accessToken}`);
    return fetch(request);
  };
  return async (request) => {
    if (current.expiresAt - renewalSeconds * 1000 < Date.now()) await renewOnce();
    const used = current.accessToken;
    const response = await send(request.clone());
    if (response.status !== 401) return response;
    await response.body?.cancel();
    // Another call may have replaced the token meanwhile.
    if (used === current.accessToken) await renewOnce();
    return send(request);
  };
}

function tokensOf(answer: unknown, clientId: string): Tokens {
  const given = answer as { access_token: string; refresh_token: string; expires_in: number };
  return {
    clientId,
    accessToken: given.access_token,
    refreshToken: given.refresh_token,
    expiresAt: Date.now() + given.expires_in * 1000,
  };
}
