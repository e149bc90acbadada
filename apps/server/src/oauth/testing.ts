import type { createTestHost } from "../testing.ts";

type Host = Awaited<ReturnType<typeof createTestHost>>;

/** A `fetch` for clients that sends their requests to the app without a network. */
export function fetchFrom({ app }: Pick<Host, "app">): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const request = new Request(url, init);
    const body = await request.text();
    const { pathname, search } = new URL(request.url);
    const answer = await app.inject({
      method: request.method as "POST",
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      ...(body !== "" && { payload: body }),
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
    const hasNoBody = [202, 204, 304].includes(answer.statusCode);
    return new Response(hasNoBody ? null : answer.body, { status: answer.statusCode, headers });
  };
}

/** Allows an application as the consent page does: calls the procedure as the logged-in user. */
export async function allow(host: Host, token: string, url: URL, access: "read" | "write" = "write"): Promise<URL> {
  const json = { ...Object.fromEntries(url.searchParams), access };
  const answer = await host.send("POST", "/trpc/connectedApp.create", { token, body: { json } });
  if (answer.status !== 200) throw new Error(answer.text);
  return new URL(answer.json.result.data.json.redirect_to);
}
