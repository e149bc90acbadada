import fc from "fast-check";
import { expect } from "vitest";
import { isInQuery, type Operation } from "./openapi/operation.ts";
import type { createTestHost, Received } from "./testing.ts";
import { inputOf } from "./testing-arbitrary.ts";
import { createOwner, type Owner, password } from "./testing-calls.ts";

type Host = Awaited<ReturnType<typeof createTestHost>>;

/** The same seed gives the same run. */
const seed = 20_261_121;
const runsOfOperation = 24;

/** Text that no other user may ever read. */
const secret = "the-victims-own-words";

/** Creates a user whose private data contains the secret text. */
export async function createVictim(host: Host): Promise<Owner> {
  const owner = await createOwner(host);
  const { token } = owner;
  await host.send("PATCH", `/api/habits/${owner.habitId}/`, { token, body: { title: secret, description: secret } });
  await host.send("PATCH", `/api/notes/${owner.noteId}/`, { token, body: { text: secret } });
  return owner;
}

/**
 * Creates a user who sends any input that the schemas allow, and some invalid input, over both transports.
 *
 * @param values of the user's row, for guards that require more than a log-in
 */
export async function createAttacker(host: Host, victim: Owner, values: Parameters<typeof createOwner>[1] = {}) {
  let attacker = await createOwner(host, values);
  /** Operations with a successful call. A run in which the server refuses every call tests nothing. */
  const served = new Set<string>();
  const known = knownTo(victim);

  /** The previous call may have ended the session or deleted the account. */
  async function getToken(): Promise<string> {
    if (typeof (await host.sessions.authenticate(attacker.token)) === "string") {
      attacker = await createOwner(host, values);
    }
    return attacker.token;
  }

  function resolveOwn(value: unknown): unknown {
    if (value instanceof Own) return attacker[value.member];
    return Array.isArray(value) ? value.map(resolveOwn) : value;
  }

  return {
    served,

    /**
     * Calls an operation with inputs generated from its schema. Each answer must contain only the product's messages
     * and nothing of the victim.
     */
    async try(operation: Operation): Promise<void> {
      const run = fc.asyncProperty(inputOf(operation.input, known), async (made) => {
        await getToken();
        const input = Object.fromEntries(Object.entries(made).map(([name, value]) => [name, resolveOwn(value)]));
        const sent = `${operation.name} ${JSON.stringify(input)?.slice(0, 500)}`;
        const rest = await sendRest(host, operation, input, await getToken());
        const secrets = secretsOf(victim, operation);
        expectHarmless(rest, `REST ${sent}`, secrets);
        if (rest.status < 300) served.add(operation.name);
        if (rest.status >= 400) {
          expect(rest.type, sent).toBe("application/problem+json; charset=utf-8");
          const { errors: __, error_codes: ___, values: ____, challenge: _____, ...told } = rest.json;
          expect(Object.keys(told).sort(), sent).toEqual(["code", "detail", "status", "title", "type"]);
        }
        const trpc = await sendTrpc(host, operation, input, await getToken());
        expectHarmless(trpc, `tRPC ${sent}`, secrets);
        if (trpc.status >= 400) expect(trpc.json.error.json.message, sent).toBe(trpc.json.error.json.data.code);
      });
      await fc.assert(run, { seed, numRuns: runsOfOperation });
    },
  };
}

/** A value of the current attacker, resolved when the request is sent. */
class Own {
  readonly member: keyof Owner;
  constructor(member: keyof Owner) {
    this.member = member;
  }
}

/** The formats of both apps at once, because each parser reads only its own members. */
const healthPayload = {
  data: { metrics: [{ name: "steps", units: "count", data: [{ qty: 5, date: "2026-03-01 08:00:00 +0000" }] }] },
  steps: [{ count: 5, start_time: "2026-03-01T08:00:00Z", end_time: "2026-03-01T09:00:00Z" }],
};

/** Values that an attacker knows or guesses: their own and the victim's. */
function knownTo(victim: Owner): Record<string, readonly unknown[]> {
  const own = (...members: (keyof Owner)[]) => members.map((member) => new Own(member));
  const [habitId] = own("habitId");
  const post = { title: "A post", description: "Of something", slug: "", language: "en", translation_of: null };
  return {
    id: [
      ...own("habitId", "habitId", "habitId", "noteId", "apiKeyId", "sessionId", "passkeyId"),
      ...own("requestId", "requestId", "draftId", "blogCommentId", "requestCommentId", "imageId"),
      ...own("webhookId", "notificationTargetId", "habitLinkId", "calendarLinkId", "connectedAppId"),
      ...[victim.habitId, victim.noteId, victim.apiKeyId, victim.sessionId, victim.passkeyId],
      ...[victim.requestId, victim.blogCommentId, victim.requestCommentId],
    ],
    ids: [[habitId], [victim.habitId], [habitId, victim.habitId]],
    blog_slug: [...own("blogSlug", "votedSlug"), victim.blogSlug],
    item_id: [...own("logItemId"), victim.logItemId],
    feature_request_id: [...own("requestId", "votedRequestId"), victim.requestId],
    blocks: [
      [],
      [{ kind: "paragraph", text: "Words" }, { kind: "divider" }],
      [{ kind: "image", image_id: 1, alt: "x" }],
      [{ kind: "quote", text: "Words", spans: [{ from: 0, to: 5, mark: "bold" }] }],
      [
        { kind: "list", ordered: true, items: [{ text: "x" }, { text: "y", level: 1 }] },
        { kind: "code", text: "  x" },
      ],
    ],
    content: [
      { ...post, blocks: [] },
      { ...post, blocks: [{ kind: "image", alt: "x" }] },
      { ...post, blocks: [{ kind: "list", ordered: true, items: [{ text: "x", level: 2 }] }] },
    ],
    slug: ["a-slug", "new", "A slug"],
    language: ["en", "uk"],
    translation_of: [null, ...own("blogSlug")],
    publish_at: [null, "2026-03-01T00:00:00Z", "2100-12-31T23:59:59-14:00", "0000-01-01T00:00:00Z"],
    draft_id: own("draftId"),
    number: [1, 2],
    revision: [1, 2],
    reason: ["spam", "shipped", "duplicate"],
    details: ["Soon"],
    category: ["improvements"],
    text: ["Words"],
    day: ["2026-03-01", "2026-03-02", "2100-12-31", "2101-01-01"],
    from: ["2026-03-01"],
    to: ["2026-03-31", "2027-03-31"],
    password: [password, "Wrong-Horse-7"],
    password_confirmation: [password],
    new_password: ["Other-Horse-8"],
    new_password_confirmation: ["Other-Horse-8"],
    code: ["123456"],
    url: ["https://8.8.8.8/in", "http://127.0.0.1/"],
    events: [["day.recorded"], ["goal.met", "streak.broken"]],
    habit_ids: [null, [habitId], [victim.habitId]],
    habit_id: [...own("habitId"), victim.habitId],
    delivery_id: [...own("deliveryId"), victim.deliveryId],
    user_code: [...own("userCode"), victim.userCode],
    client_id: own("appClientId"),
    redirect_uri: ["https://app.example/"],
    response_type: ["code"],
    code_challenge: ["x".repeat(43)],
    code_challenge_method: ["S256"],
    expires_at: [null, "2100-01-01T00:00:00Z"],
    username: ["somebody_new", "somebody_else", ...own("username")],
    email: ["somebody.new@example.com", "nobody@example.com"],
    refresh: own("refresh"),
    name: ["Script"],
    value: [1, 5],
    by: [1, -1],
    uses_max: [1, 1000],
    mail_to: ["somebody@example.org"],
    days: [1, 365],
    source: ["health-auto-export", "health-connect"],
    metric: ["steps"],
    way: ["sum", "count"],
    payload: [healthPayload],
    title: ["Run"],
    type: ["good", "bad", "like"],
    target: [10],
    hue: [0, 45, 359],
    unit: ["minutes", "liters"],
    agreement: [true],
    provider: ["google", "facebook"],
    scopes: [["read"], ["write"]],
  };
}

async function sendRest(
  host: Host,
  operation: Operation,
  input: Record<string, unknown>,
  token: string,
): Promise<Received> {
  const members = { ...input };
  const take = (name: string) => {
    const value = members[name];
    delete members[name];
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    return encodeURIComponent(text.toWellFormed());
  };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => take(name));
  const query = Object.keys(members)
    .filter((name) => isInQuery(operation, name))
    .map((name) => `${encodeURIComponent(name)}=${take(name)}`);
  const url = `/api${path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  const { bodyMember } = operation;
  const body = bodyMember ? (members[bodyMember] as object) : members;
  return host.send(operation.method, url, { token, ...(operation.method !== "GET" && { body }) });
}

async function sendTrpc(host: Host, { name, method }: Operation, input: object, token: string): Promise<Received> {
  if (method !== "GET") return host.send("POST", `/trpc/${name}`, { token, body: { json: input } });
  const text = encodeURIComponent(JSON.stringify({ json: input }));
  return host.send("GET", `/trpc/${name}?input=${text}`, { token });
}

/** Words of libraries, the database and the source, which no message of the product contains. */
const innerWords =
  /zod|drizzle|postgres|superjson|trpcerror|node_modules|\.ts:\d|\bat async\b|invalid input|expected \w+, received|select "|insert into|violates|syntax error|econn/i;

/** Text that no answer may contain. Only the search for users may show an admin an address. */
function secretsOf(victim: Owner, { name }: Operation): string[] {
  const kept = [secret, "password_hash", "$argon2", "token_hash", "key_hash", victim.readKey];
  return name.startsWith("adminUser.") ? kept : [...kept, victim.email];
}

function expectHarmless({ status, text }: Received, sent: string, secrets: readonly string[]): void {
  expect(status, `${sent} -> ${text}`).toBeLessThan(500);
  // A token may contain any letters, so the test checks only the texts of errors.
  if (status >= 400) expect(text, sent).not.toMatch(innerWords);
  for (const word of secrets) expect(text, sent).not.toContain(word);
}
