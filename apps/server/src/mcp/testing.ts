import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { createTestHost } from "../testing.ts";
import { insertKey } from "../testing-calls.ts";

type Host = Awaited<ReturnType<typeof createTestHost>>;

/**
 * The official client, which sends its requests to the app without a network. It knows the tools, so it refuses a result that differs from
 * the schema of its tool.
 */
async function connect(host: Host, key: string, language: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
    requestInit: { headers: { authorization: `Bearer ${key}`, "accept-language": language } },
    fetch: async (url, init) => {
      const answer = await host.app.inject({
        method: (init?.method ?? "GET") as "POST",
        url: new URL(url).pathname,
        headers: Object.fromEntries(new Headers(init?.headers)),
        ...(typeof init?.body === "string" && { payload: init.body }),
      });
      const headers = new Headers();
      for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
      const hasNoBody = [202, 204, 304].includes(answer.statusCode);
      return new Response(hasNoBody ? null : answer.body, { status: answer.statusCode, headers });
    },
  });
  await client.connect(transport);
  await client.listTools();
  return client;
}

interface Options {
  scope?: "read" | "write";
  language?: "en" | "uk";
  plan?: "free" | "paid";
}

/** Creates a user, and the client of an assistant that has a key of the user, by default one that may write. */
export async function createPerson(host: Host, { scope = "write", language = "en", plan = "free" }: Options = {}) {
  const { token, id } = await host.createUser({ plan });
  const { key } = await insertKey(host, id, scope);
  return { token, client: await connect(host, key, language) };
}

/** Calls a tool. `result` is what it returns; `text` of an error is JSON with its code and sentences. */
export async function call(client: Client, name: string, input: object) {
  const { isError = false, structuredContent, content } = await client.callTool({ name, arguments: { ...input } });
  const [first] = content as { text: string }[];
  return { isError, result: structuredContent as Record<string, unknown>, text: first?.text ?? "" };
}
