/** Why a log-in at a provider failed: it gave no usable answer, or it refused, or its answer is not trustworthy. */
export type ProviderRefusal = "unavailable" | "refused";

/**
 * A provider fails, hangs or sends a false answer. The message describes the fault, and never contains a code or a
 * token.
 */
export class ProviderFailed extends Error {
  override readonly name = "ProviderFailed";
  readonly reason: ProviderRefusal;

  constructor(reason: ProviderRefusal, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

export interface ProviderRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: URLSearchParams;
}

export interface ProviderAnswer {
  status: number;
  headers: Headers;
  /** The body as sent: at most {@link answerBytesMax}. */
  text: string;
}

/** Discovery documents, keys and tokens are some kilobytes. */
const answerBytesMax = 256 * 1024;

/**
 * Sends a request to a provider. The timeout covers the whole answer, and the size of the answer is limited. It follows
 * no redirect, because a redirect could carry the secret to anyone.
 *
 * @throws ProviderFailed
 */
export async function requestProvider(
  url: string,
  init: ProviderRequest,
  timeoutMilliseconds: number,
): Promise<ProviderAnswer> {
  const { host, pathname } = new URL(url);
  const place = `${host}${pathname}`;
  try {
    const response = await fetch(url, {
      ...init,
      headers: { accept: "application/json", ...init.headers },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    const text = await readBounded(response);
    if (response.status >= 500 || response.status === 429) {
      throw new ProviderFailed("unavailable", `${place} answered ${response.status}`);
    }
    return { status: response.status, headers: response.headers, text };
  } catch (error) {
    if (error instanceof ProviderFailed) throw error;
    throw new ProviderFailed("unavailable", `${place} gave no answer`, error);
  }
}

/**
 * Parses the JSON object in a provider's answer.
 *
 * @throws ProviderFailed unavailable if it is not a JSON object
 */
export function parseObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Without the cause: it quotes the answer, which may be a token.
    throw new ProviderFailed("unavailable", "an answer is no JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ProviderFailed("unavailable", "an answer is no object");
  }
  return value as Record<string, unknown>;
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // Leaving the loop ends the connection.
    if (size > answerBytesMax) throw new ProviderFailed("unavailable", "an answer does not end");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
