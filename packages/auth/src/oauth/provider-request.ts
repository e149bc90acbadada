/** Why a provider opened nothing: it gave no usable answer, or its answer is a no, or not to be believed. */
export type ProviderRefusal = "unavailable" | "refused";

/** A provider that fails, hangs or lies. The message names what was wrong, never a code or a token. */
export class ProviderFailed extends Error {
  override readonly name = "ProviderFailed";
  readonly reason: ProviderRefusal;

  constructor(reason: ProviderRefusal, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

export interface ProviderAnswer {
  status: number;
  /** As sent: at most {@link answerBytesMax}. */
  text: string;
}

/** Discovery documents, keys and tokens are some kilobytes. */
const answerBytesMax = 256 * 1024;

/**
 * Asks a provider, and is never kept by it: no longer than the time-out for the whole answer, no more than its bound of
 * bytes, and nowhere else than at the address given, as a redirect could carry the secret to anyone.
 *
 * @throws ProviderFailed
 */
export async function requestProvider(
  url: string,
  init: { method?: "GET" | "POST"; headers?: Record<string, string>; body?: URLSearchParams },
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
    return { status: response.status, text };
  } catch (error) {
    if (error instanceof ProviderFailed) throw error;
    throw new ProviderFailed("unavailable", `${place} gave no answer`, error);
  }
}

/**
 * The JSON object that a provider answers with.
 *
 * @throws ProviderFailed unavailable: it is none
 */
export function parseObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Without the cause, which quotes the answer: that may be a token.
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
