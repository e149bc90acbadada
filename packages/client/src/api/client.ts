import createFetchClient, { type FetchResponse, type MaybeOptionalInit } from "openapi-fetch";
import type { HttpMethod, MediaType, PathsWithMethod, RequiredKeysOf } from "openapi-typescript-helpers";
import { type components, type paths, repeatablePaths } from "./api.gen.ts";
import { DaymarkError, errorOf } from "./error.ts";
import { type Tokens, withTokens } from "./oauth.ts";
import { type Fetch, type RetryOptions, withRetries } from "./retry.ts";

export { DaymarkError, type Tokens };

/** The types of the API's entities: `Schemas["Habit"]`. */
export type Schemas = components["schemas"];

export interface ClientOptions extends RetryOptions {
  /** The address of the installation, such as `https://habits.example`. */
  server: string;
  /** An API key, or an access token; nothing for what guests can read. */
  token?: string;
  /** In place of `token`: the tokens of a connected application, which the client renews. */
  tokens?: Tokens;
  /** Called with new tokens. Store them: the former refresh token no longer works. */
  onTokens?: (tokens: Tokens) => void | Promise<void>;
  /** IANA name: decides which day is today. That of the settings by default. */
  timezone?: string;
  /** The language of the server's sentences; English by default. */
  language?: "en" | "uk";
  /** Replaces `globalThis.fetch`. */
  fetch?: Fetch;
}

/** The parameters and the body of a call; they may be left out if none is required. */
type Given<Init> = RequiredKeysOf<Init> extends never ? [init?: Init] : [init: Init];

/** What a call answers if the server does not refuse it. */
type Answer<Path extends keyof paths, Method extends HttpMethod, Init> = NonNullable<
  FetchResponse<paths[Path][Method] & {}, Init, MediaType>["data"]
>;

type Call<Method extends HttpMethod> = <
  Path extends PathsWithMethod<paths, Method>,
  Init extends MaybeOptionalInit<paths[Path], Method>,
>(
  path: Path,
  ...init: Given<Init>
) => Promise<Answer<Path, Method, Init>>;

type ItemOf<List> = List extends { results: readonly (infer Item)[] } ? Item : never;

/** The REST API of an installation. Each call throws a {@link DaymarkError} if the server refuses it. */
export interface Client {
  get: Call<"get">;
  put: Call<"put">;
  post: Call<"post">;
  patch: Call<"patch">;
  delete: Call<"delete">;
  /** The items of all pages of a list, which are fetched as they are needed. */
  list: <Path extends PathsWithMethod<paths, "get">, Init extends MaybeOptionalInit<paths[Path], "get">>(
    path: Path,
    ...init: Given<Init>
  ) => AsyncGenerator<ItemOf<Answer<Path, "get", Init>>, void, undefined>;
}

/**
 * A client for the REST API, whose paths and members `/api/docs` of the installation shows.
 *
 * @throws TypeError if `server` is no http or https address
 */
export function createClient(options: ClientOptions): Client {
  const server = originOf(options.server);
  const { methods, use } = createCalls(server, options);
  use({
    onRequest: ({ request, schemaPath }) => {
      const { headers, method } = request;
      // The body may have been lost only on the way back, so a repeat must create nothing.
      if (method === "POST" && repeatablePaths.includes(schemaPath) && !headers.has("idempotency-key")) {
        headers.set("idempotency-key", crypto.randomUUID());
      }
    },
    onResponse: async ({ response }) => {
      if (!response.ok) throw await errorOf(response);
    },
  });
  const call =
    (method: keyof typeof methods) =>
    async (path: string, init?: object): Promise<unknown> =>
      (await (methods[method] as unknown as LooseCall)(path, init)).data;
  const get = call("GET");
  async function* list(path: string, init: { params?: { query?: object } } = {}) {
    let cursor: string | null | undefined;
    do {
      const query = { ...init.params?.query, ...(cursor != null && { cursor }) };
      const page = (await get(path, { ...init, params: { ...init.params, query } })) as Page;
      yield* page.results;
      cursor = page.next;
    } while (cursor != null);
  }
  // The types of the calls follow from the paths; at run time they are the same function.
  return {
    ...{ get, list, put: call("PUT"), post: call("POST"), patch: call("PATCH"), delete: call("DELETE") },
  } as unknown as Client;
}

type LooseCall = (path: string, init?: object) => Promise<{ data?: unknown }>;

interface Page {
  results: unknown[];
  next?: string | null;
}

function createCalls(server: string, options: ClientOptions) {
  const { token, tokens, onTokens, timezone, language = "en", fetch = globalThis.fetch } = options;
  const direct: Fetch = (request) => fetch(request);
  const store = (renewed: Tokens) => onTokens?.(renewed);
  const authorized = tokens ? withTokens(direct, { server, tokens, store }) : direct;
  const { use, ...methods } = createFetchClient<paths>({
    baseUrl: server,
    fetch: withRetries(authorized, options),
    headers: {
      "accept-language": language,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(timezone !== undefined && { "x-timezone": timezone }),
    },
  });
  return { use, methods };
}

/**
 * The address of an installation without a trailing slash.
 *
 * @throws TypeError if it is no http or https address
 */
export function originOf(address: string): string {
  const url = new URL(address);
  if (!["http:", "https:"].includes(url.protocol) || url.username !== "" || url.pathname !== "/") {
    throw new TypeError(`${address} is not the address of a server, such as https://habits.example.`);
  }
  return url.origin;
}
