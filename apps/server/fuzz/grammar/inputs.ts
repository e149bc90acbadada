import { importFormats } from "@daymark/domain/account/import";
import { dayWords } from "@daymark/domain/base/day-word";
import {
  autoExportPayload,
  connectPayload,
  lifeDashboardPayload,
  screenTimePayload,
} from "@daymark/domain/health/testing-payloads";
import fc, { type Arbitrary } from "fast-check";
import { inputMembers, type JsonSchema } from "../../src/openapi/operation.ts";
import { inputOf } from "../../src/testing-arbitrary.ts";
import { password } from "../world/calls.ts";
import { authorizationRequest } from "./authorization-request.ts";

/** Longer than every limit of a text except the body's. Longer texts would take too many bytes. */
const textLengthMax = 20_000;
const depthMax = 4;

const boldFirst = [{ from: 0, to: 1, mark: "bold" }];
const emptyContent = { title: "x", description: "", slug: "", language: "en", translation_of: null };

/**
 * Values by the name of a member, so that inputs reach the database. `~name~` is a placeholder for an existing value
 * (request.ts).
 */
const known: Record<string, readonly unknown[]> = {
  id: ["~habitId~", "~habitId~", "~noteId~", "~requestId~", "~blogCommentId~", "~requestCommentId~"].concat(
    ["~blogReactionId~", "~requestReactionId~", "~imageId~", "~draftId~", "~apiKeyId~", "~reminderId~"],
    ["~vacationId~", "~sessionId~", "~adminId~", "~trashedHabitId~", "~webhookId~", "~notificationTargetId~"],
  ),
  ids: [["~habitId~"], ["~habitId~", "~badHabitId~"]],
  habit_id: ["~habitId~", "~badHabitId~"],
  habit_ids: [null, ["~habitId~"]],
  target_ids: [[], ["~notificationTargetId~"]],
  // Recipients in the forms that the kinds of targets require.
  recipient: ["habits", "-1001234567890", "!room:receiver.invalid"],
  secret: ["tk_secret", `123456789:${"x".repeat(35)}`, "json://receiver.invalid/in", "json://10.0.0.1/"],
  delivery_id: ["~deliveryId~"],
  // RFC 2606: names under .invalid do not exist, so no test calls another party.
  url: ["https://receiver.invalid/in", "http://127.0.0.1/", "http://10.0.0.1:8123/"],
  other_id: ["~badHabitId~"],
  parent_id: ["~blogCommentId~", "~requestCommentId~", null],
  entries: [[{ habit_id: "~habitId~", day: "2026-03-01", value: 7 }]],
  schedule: [
    null,
    ...[{ times_per_week: 3 }, { times_per_month: 31 }, { times_per_quarter: 92 }, { target_per: "month" }],
    ...[
      { every_days: 366, from: "2000-01-01" },
      { every_weeks: 52, from: "2026-03-01" },
    ],
    ...[
      { every_months: 24, from: "2026-01-31" },
      { months_since_last: 12 },
      { month_days: [31, -1] },
      { month_weekdays: [{ nth: -1, weekday: 5 }] },
    ],
    // Invalid ones: two kinds, no kind, a missing or a needless first day, zero, repeated values.
    ...[{ times_per_week: 3, target_per: "week" }, {}, { every_days: 2 }, { month_days: [1], from: "2026-03-01" }],
    ...[{ month_days: [0] }, { month_days: [1, 1] }, { month_weekdays: [{ nth: 5, weekday: 0 }] }],
  ],
  blog_slug: ["~blogSlug~"],
  feature_request_id: ["~requestId~"],
  duplicate_of: ["~requestId~"],
  draft_id: ["~draftId~"],
  blocks: [
    [],
    [{ kind: "paragraph", text: "Words http://example.com)" }, { kind: "divider" }],
    [{ kind: "image", image_id: "~imageId~", alt: "x" }],
    [{ kind: "link", text: "x", url: "https://example.com/" }],
    [{ kind: "paragraph", text: "Words", spans: [{ from: 0, to: 5, mark: "link", href: "mailto:a@example.com" }] }],
    [{ kind: "list", ordered: true, items: [{ text: "x" }, { text: "y", level: 1, spans: boldFirst }] }],
    [
      { kind: "quote", text: "Words", spans: boldFirst },
      { kind: "code", text: "  x\n" },
    ],
  ],
  content: [
    { ...emptyContent, blocks: [] },
    { ...emptyContent, blocks: [{ kind: "list", ordered: false, items: [{ text: "", spans: boldFirst, level: 3 }] }] },
  ],
  slug: ["a-slug", "new", "A slug"],
  language: ["en", "uk"],
  translation_of: [null, "~blogSlug~"],
  publish_at: [null, "2026-03-01T00:00:00Z", "2100-12-31T23:59:59-14:00", "0000-01-01T00:00:00Z"],
  number: [1, 2],
  revision: [1, 2],
  name: ["Script", "blog", "sign_up"],
  app_dir: ["http", "auth", "mail"],
  date_file: ["2026-01-01.log", "..%2f"],
  text: ["Words", "see https://example.com/a(b) and http://x)))"],
  item_id: ["~logItemId~"],
  date: ["2026-03-02", "2026-02-30", ...dayWords],
  at: [null, "2026-03-02T12:00:00Z", "2026-03-02T12:00:00-14:00", "9999-12-31T23:59:59-14:00"].concat([
    "0001-01-01T00:00:00Z",
    "2026-03-02T23:30:00+23:59",
    "9999-12-31T23:59:59Z",
  ]),
  month: ["2026-03", "0000-01", "0000-12", "9999-12", "2026-13"],
  compare_with: ["2026-02", "0000-02", "0001-01"],
  day: ["2026-03-01", "2026-03-02", "2100-12-31", "2101-01-01", "2026-02-30", ...dayWords, ...dayWords],
  from: ["2026-03-01", "2026-01-01", "2001-01-01", ...dayWords],
  to: ["2026-03-31", "2026-12-31", "2100-12-31", ...dayWords],
  value: [1, 5],
  by: [1, -1],
  undo: [
    null,
    { kind: "day", habit_id: "~habitId~", day: "2026-03-01", before: null },
    {
      ...{ kind: "day", habit_id: "~badHabitId~", day: "2026-03-02" },
      before: { value: 5, unit: "repetitions", skipped: false, note: "x", confirmed: false },
    },
    // An undo of a dry run's vacation has no id. The others find what earlier requests left.
    { kind: "vacation", id: null },
    { kind: "vacation", id: "~vacationId~" },
    { kind: "note", id: "~noteId~" },
    { kind: "habit", id: "~trashedHabitId~" },
    { kind: "habit", id: "~badHabitId~" },
    { kind: "none", id: 1 },
  ],
  uses_max: [1, 1000],
  mail_to: ["somebody@example.org"],
  days: [1, 365],
  title: ["Run"],
  short_name: ["run", "other", null],
  target: [10],
  hue: [0, 45],
  username: ["~username~", "~adminName~", "somebody_new"],
  email: ["~email~", "somebody.new@example.com"],
  // Mostly wrong passwords, so that few calls delete the account that other requests use.
  password: ["Wrong-Horse-7", "Wrong-Horse-7", "Wrong-Horse-7", password],
  agreement: [true],
  provider: ["google", "facebook"],
  scopes: [["read"], ["write"]],
  refresh: ["not-a-token"],
  token: ["~tapToken~", "~pictureToken~", "~calendarToken~", "~doneToken~", "a".repeat(43)],
  ...Object.fromEntries(Object.entries(authorizationRequest).map(([name, value]) => [name, [value]])),
  user_code: ["~userCode~"],
  // The second one is the address of a document, which the server may not fetch.
  client_id: ["~appClientId~", "https://127.0.0.1:1/client.json"],
  format: ["json", "csv", ...importFormats],
  day_column: [1],
  habit_column: [2],
  value_column: [null, 3],
  note_column: [null, 4],
  column: [2, 3],
  expires_at: [null, "2100-01-01T00:00:00Z"],
  time: ["21:00"],
  // Metrics of the mappings of a world, and one that no habit takes.
  metric: ["steps", "step_count", "weight"],
  payload: [autoExportPayload, connectPayload, lifeDashboardPayload, screenTimePayload].map(withRecentDays),
};

/** The days of a payload become those of the run, because the server refuses points that are more than a year old. */
function withRecentDays(payload: object): unknown {
  const text = JSON.stringify(payload).replaceAll("2026-11-19", "~yesterday~");
  return JSON.parse(text.replaceAll(/2026-11-2[01]/g, "~today~"));
}

/** Inputs of an operation: valid ones, slightly wrong ones, and values at a limit or one past it. */
export function inputsOf(schema: JsonSchema | null): Arbitrary<Record<string, unknown>> {
  const made = inputOf(schema, known);
  const limits = limitsOf(schema ?? {}, []).slice(0, 200);
  if (limits.length === 0) return made;
  const atLimit = fc
    .tuple(inputOf(schema, known), fc.constantFrom(...limits))
    .map(([input, { path, value }]) => setAt(input, path, value) as Record<string, unknown>);
  return fc.oneof({ weight: 3, arbitrary: made }, { weight: 1, arbitrary: atLimit });
}

type Path = (string | number)[];
interface Limit {
  path: Path;
  value: unknown;
}

/** A value at each limit of a schema and one past it. */
function limitsOf(schema: JsonSchema, path: Path): Limit[] {
  if (path.length > depthMax) return [];
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])] as JsonSchema[];
  const items = typeof schema.items === "object" && !Array.isArray(schema.items) ? (schema.items as JsonSchema) : null;
  return [
    ...choices.flatMap((choice) => limitsOf(choice, path)),
    ...[...inputMembers(schema)].flatMap(([name, member]) => limitsOf(member, [...path, name])),
    ...(items ? limitsOf(items, [...path, 0]) : []),
    ...ownLimits(schema).map((value) => ({ path, value })),
  ];
}

function ownLimits({ minLength, maxLength, minItems, maxItems, minimum, maximum, format }: JsonSchema): unknown[] {
  const domain = "@example.com";
  const text = (length: number) =>
    format === "email" ? `${"x".repeat(Math.max(0, length - domain.length))}${domain}` : "x".repeat(length);
  const list = (length: number) => Array.from({ length }, (_, index) => index + 1);
  const around = (limit: number | undefined, max: number, step: 1 | -1) =>
    limit === undefined || limit > max ? [] : [limit, limit + step].filter((value) => value >= 0);
  const number = (limit: number | undefined, step: 1 | -1) => (limit === undefined ? [] : [limit, limit + step]);
  return [
    ...around(maxLength, textLengthMax, 1).map(text),
    // This character takes two units of UTF-16 and four bytes of UTF-8.
    ...around(maxLength, textLengthMax, 1).map((length) => "😀".repeat(length)),
    ...around(minLength, textLengthMax, -1).map(text),
    ...around(maxItems, textLengthMax, 1).map(list),
    ...around(minItems, textLengthMax, -1).map(list),
    ...number(minimum, -1),
    ...number(maximum, 1),
  ];
}

function setAt(base: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value;
  if (typeof first === "number") return [setAt(Array.isArray(base) ? base[first] : undefined, rest, value)];
  const members = typeof base === "object" && base !== null && !Array.isArray(base) ? base : {};
  return { ...members, [first]: setAt((members as Record<string, unknown>)[first], rest, value) };
}
