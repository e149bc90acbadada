import type { LiveChanges } from "@daymark/domain/base/live";

/** Longer than any silence of the server, which sends a keep-alive every 20 s. */
const silenceMs = 50_000;

export interface LiveStreamParts {
  url: string;
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Called on all data, also on a keep-alive: nothing was missed until now. */
  onAlive: () => void;
  onChanges: (changes: LiveChanges) => void;
}

/** How a stream ended; `status` is 0 if there was no response. */
export interface LiveStreamEnd {
  status: number;
  /** How long the server asks the client to wait. */
  retryAfterMs: number;
}

/**
 * Reads tRPC's event stream (server-sent events, HTML standard 9.2.6) until it ends, is silent for too long or is
 * aborted. It uses fetch, because EventSource could send a token only in the address. It does not use tRPC's own link,
 * which is ten times as much code to load (docs/decisions/0023).
 */
export async function readLiveStream(parts: LiveStreamParts): Promise<LiveStreamEnd> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  const hear = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceMs);
    parts.onAlive();
  };
  let status = 0;
  let retryAfterMs = 0;
  try {
    const response = await fetch(parts.url, {
      headers: { ...parts.headers, accept: "text/event-stream" },
      signal: AbortSignal.any([parts.signal, silence.signal]),
      cache: "no-store",
    });
    status = response.status;
    retryAfterMs = (Number(response.headers.get("retry-after")) || 0) * 1000;
    const isStream = response.ok && response.headers.get("content-type")?.startsWith("text/event-stream");
    if (!isStream || !response.body) return { status: response.ok ? 0 : status, retryAfterMs };
    const readEvent = createEventReader(parts.onChanges);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      hear();
      readEvent(read.value);
    }
  } catch {
    // Cut, silent or aborted: the caller checks the signal.
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
  return { status, retryAfterMs };
}

/**
 * Takes text in chunks of any size and passes on the data of each message. tRPC's own events have a name and are
 * skipped.
 */
export function createEventReader(onChanges: (changes: LiveChanges) => void): (text: string) => void {
  let rest = "";
  let name = "";
  let data = "";
  return (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith("event: ")) name = line.slice("event: ".length);
      else if (line.startsWith("data: ")) data = line.slice("data: ".length);
      else if (line === "") {
        if (name === "" && data !== "") onChanges(JSON.parse(data).json);
        name = "";
        data = "";
      }
    }
  };
}
