import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import PostalMime from "postal-mime";
import { rootAdmin, type ServerProcess } from "../server-process.ts";

export const password = rootAdmin.password;

export type Calls = ReturnType<typeof createCalls>;

interface Received {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: any JSON of the API; a missing member fails the next call
  json: any;
}

const mailMilliseconds = 20_000;

/** The calls of the API by which the accounts of a world and their rows are made. */
export function createCalls(server: ServerProcess) {
  const url = `http://127.0.0.1:${server.port}`;
  let registered = 0;

  async function call(method: string, path: string, token: string | null, body?: object): Promise<Received> {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(body && !(body instanceof FormData) && { "content-type": "application/json" }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.text();
    return { status: answer.status, json: text.startsWith("{") ? JSON.parse(text) : {} };
  }

  /** @throws if the server does not accept the call */
  async function expectCall(method: string, path: string, token: string | null, body?: object) {
    const { status, json } = await call(method, path, token, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
    return json;
  }

  const logIn = async (username: string) => expectCall("POST", "/auth/token/", null, { username, password });

  /** Creates a verified account, or an unverified one if the fuzzer cannot read the server's mails. */
  async function register() {
    registered += 1;
    const username = `fuzz_${process.pid}_${registered}_${Date.now().toString(36)}`;
    const email = `${username}@example.com`;
    const registration = { username, email, password, password_confirmation: password, agreement: true };
    await expectCall("POST", "/auth/register/", null, registration);
    const verifyToken = server.mailDirectory ? await waitForToken(server.mailDirectory, email) : null;
    if (verifyToken) await expectCall("PATCH", `/verify-email/${verifyToken}/`, null);
    const { access, refresh } = await logIn(username);
    return { username, email, access: access as string, refresh: refresh as string };
  }

  return { url, dataDirectory: server.dataDirectory, call, expectCall, logIn, register, registered: () => registered };
}

async function waitForToken(directory: string, email: string): Promise<string> {
  const end = performance.now() + mailMilliseconds;
  for (;;) {
    const file = listMails(directory).find((name) => name.includes(email));
    const mail = file ? await PostalMime.parse(readFileSync(join(directory, file))) : null;
    const token = /verify-email\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1];
    if (token) return token;
    if (performance.now() > end) throw new Error(`No mail to ${email} arrived.`);
    await sleep(50);
  }
}

function listMails(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => name.endsWith(".eml"));
  } catch {
    return [];
  }
}
