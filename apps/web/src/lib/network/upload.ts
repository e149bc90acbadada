/**
 * Like `fetch`, with upload progress, which browsers report only for an XMLHttpRequest.
 *
 * @param onProgress receives how much of the body is sent, 0 to 1
 * @param signal aborts it
 * @returns a function that sends, and rejects with a TypeError if there is no response, as `fetch` does
 */
export function uploadWith({ onProgress, signal }: { onProgress: (sent: number) => void; signal: AbortSignal }) {
  return (url: string, { method = "POST", headers, body }: RequestInit & { headers: Record<string, string> }) =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      request.responseType = "text";
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total);
      });
      request.addEventListener("load", () => resolve(answerOf(request)));
      request.addEventListener("error", () => reject(new TypeError("no answer")));
      request.addEventListener("abort", () => reject(signal.reason));
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener("abort", () => request.abort(), { once: true });
      request.send(body as XMLHttpRequestBodyInit);
    });
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(": ");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 2));
  }
  return new Response(request.responseText, { status: request.status, headers });
}
