/** For tests only: a push service on loopback, and browsers that decrypt its messages. */
import { createECDH, createPublicKey, type ECDH, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { PushNotice, PushSubscribeInput } from "@daymark/domain/account/push";
import { decrypt } from "http_ece";

/** A message as it arrived, and as the browser decrypts it. */
export interface ReceivedPush {
  /** The number of the browser, in the order of creation. */
  browser: number;
  headers: IncomingMessage["headers"];
  notice: PushNotice;
}

/** The answer of the service to a message: a status with optional headers, or no answer at all. */
export type PushAnswer = { status: number; headers?: Record<string, string>; body?: string } | "silence";

interface Browser {
  curve: ECDH;
  auth: Buffer;
}

/**
 * Starts a push service. Like real ones, it checks the signature of a message (RFC 8292) and the rules of RFC 8030, but
 * does not decrypt the message. The browser decrypts it by the implementation of RFC 8188's author.
 *
 * @param options.publicKey the only accepted key, as a browser's `applicationServerKey`
 * @param options.answer gets the number of earlier messages
 * @param options.now milliseconds since the epoch, to check when the signature expires
 */
export async function startPushService(options: {
  publicKey: string;
  answer?: (before: number) => PushAnswer;
  now?: () => number;
}) {
  const browsers: Browser[] = [];
  const received: ReceivedPush[] = [];
  const refused: string[] = [];
  let attempts = 0;
  const server = createServer(async (request, response) => {
    const body = await readAll(request);
    const answer = options.answer?.(attempts) ?? { status: 201 };
    attempts += 1;
    if (answer === "silence") return;
    const wrong = await whatIsWrong(request, body);
    if (wrong) {
      refused.push(wrong);
      response.writeHead(400).end(wrong);
      return;
    }
    const number = Number(/^\/push\/(\d+)$/.exec(request.url ?? "")?.[1]);
    const browser = browsers[number];
    if (answer.status < 300 && browser) {
      const parameters = { version: "aes128gcm", privateKey: browser.curve, authSecret: browser.auth } as const;
      const notice = JSON.parse(decrypt(body, parameters).toString("utf8"));
      received.push({ browser: number, headers: request.headers, notice });
    }
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function whatIsWrong({ method, headers }: IncomingMessage, body: Buffer): Promise<string | null> {
    if (method !== "POST") return "no POST";
    if (headers["content-encoding"] !== "aes128gcm") return "not encrypted as RFC 8291 says";
    if (!/^\d+$/.test(headers.ttl?.toString() ?? "")) return "no TTL";
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(headers.topic?.toString() ?? "")) return "no topic";
    if (!["very-low", "low", "normal", "high"].includes(headers.urgency?.toString() ?? "")) return "no urgency";
    if (body.length > 4096) return "too long";
    const [, token = "", key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
    if (key !== options.publicKey) return "signed by another server";
    return whatIsWrongWithToken(token, {
      publicKey: options.publicKey,
      audience: url,
      now: options.now?.() ?? Date.now(),
    });
  }

  return {
    url,
    received,
    /** Why a real push service would have refused messages. */
    refused,
    attempts: () => attempts,
    isService: (endpoint: string) => endpoint.startsWith(`${url}/`),

    /** Creates a browser that subscribes here. */
    createBrowser(): PushSubscribeInput {
      const curve = createECDH("prime256v1");
      const p256dh = curve.generateKeys().toString("base64url");
      const auth = randomBytes(16);
      browsers.push({ curve, auth });
      return { endpoint: `${url}/push/${browsers.length - 1}`, keys: { p256dh, auth: auth.toString("base64url") } };
    },

    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Checks RFC 8292 2 without the library that writes the token. */
function whatIsWrongWithToken(
  token: string,
  { publicKey, audience, now }: { publicKey: string; audience: string; now: number },
): string | null {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const key = { key: publicKeyOf(publicKey), dsaEncoding: "ieee-p1363" } as const;
  const signed = Buffer.from(`${header}.${payload}`);
  if (!verify("sha256", signed, key, Buffer.from(signature, "base64url"))) return "a wrong signature";
  const [{ alg }, { aud, exp, sub }] = [header, payload].map((part) =>
    JSON.parse(Buffer.from(part, "base64url").toString()),
  );
  if (alg !== "ES256") return "another algorithm";
  if (aud !== audience) return "for another service";
  if (!(exp * 1000 > now && exp * 1000 <= now + 24 * 3_600_000)) return "no end within a day";
  return /^mailto:.+@/.test(sub) ? null : "nobody to reach";
}

function publicKeyOf(text: string) {
  const point = Buffer.from(text, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  return createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
}
