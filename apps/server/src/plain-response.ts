/**
 * As much of a Response as tRPC makes and trpc.ts reads, for the built server (vite.config.ts). The web's own makes a
 * stream of bytes of every text and reads it back, which was a tenth of a dashboard's month.
 */
export class PlainResponse {
  readonly body: string | ReadableStream | null;
  readonly headers: Headers;
  readonly status: number;

  constructor(body: string | ReadableStream | null, init: { headers?: Headers; status?: number } = {}) {
    this.body = body;
    this.headers = init.headers ?? new Headers();
    this.status = init.status ?? 200;
  }

  async text(): Promise<string> {
    return typeof this.body === "string" ? this.body : new Response(this.body).text();
  }
}
