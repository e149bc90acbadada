import fc, { type Arbitrary } from "fast-check";
import type { FuzzRequest } from "../request.ts";
import { deliveries } from "./rest-grammar.ts";

/** The token that opens an address, the method that it takes, and how the address is built. */
const addresses = {
  "tap page": ["~tapToken~", "GET", (token: string) => `/tap/${token}`],
  "tap by the page": ["~tapToken~", "POST", (token: string) => `/tap/${token}`],
  undo: ["~tapToken~", "POST", (token: string) => `/tap/${token}/undo`],
  bearer: ["~tapToken~", "POST", () => "/tap"],
  picture: ["~pictureToken~", "GET", (token: string) => `/badge/${token}.svg`],
  "tap by REST": ["~tapToken~", "POST", (token: string) => `/api/taps/${token}/`],
  "undo by REST": ["~tapToken~", "POST", (token: string) => `/api/taps/${token}/undo/`],
  "numbers of a picture": ["~pictureToken~", "GET", (token: string) => `/api/pictures/${token}/`],
  calendar: ["~calendarToken~", "GET", (token: string) => `/api/calendars/${token}/daymark.ics`],
  button: ["~doneToken~", "POST", (token: string) => `/api/reminders/done/${token}/`],
} as const;
type Kind = keyof typeof addresses;
const kinds = Object.keys(addresses) as Kind[];

const tokens = [
  ...["~tapToken~", "~pictureToken~", "~calendarToken~", "~doneToken~", "~appToken~"],
  ...["a".repeat(43), "x", "%00", "..%2f..", ""],
];
const keys = ["", "", "one", "x".repeat(64), "x".repeat(65), "ключ"];
const queries = [
  ...["", "", "", "", ""],
  "?theme=dark",
  "?theme=<script>",
  "?lang=uk",
  "?lang=__proto__",
  "?theme=dark&theme=light",
  "?x=1",
];
const bodies = [null, null, ["{}"], ['{"by":1e309}'], ["undo=1"], ["\u0000"]];

/** Requests to secret addresses: pages and taps of habits, pictures, calendars, and the buttons of notifications. */
export function linkRequests(): Arbitrary<FuzzRequest> {
  const paths = fc.oneof(
    fc.constantFrom(...kinds).map((kind) => [addresses[kind][0], kind] as const),
    fc.tuple(fc.constantFrom<string>(...tokens), fc.constantFrom(...kinds)),
  );
  return fc
    .record({
      path: paths,
      query: fc.constantFrom(...queries),
      otherMethod: fc.constantFrom(null, null, null, "GET", "POST", "HEAD", "PUT", "OPTIONS"),
      key: fc.constantFrom(...keys),
      body: fc.constantFrom(...bodies),
      type: fc.constantFrom("application/json", "application/x-www-form-urlencoded", "text/plain"),
      role: fc.constantFrom<FuzzRequest["role"]>("guest", "guest", "guest", "user", "writer"),
      delivery: deliveries,
    })
    .map(({ path: [token, kind], query, otherMethod, key, body, type, role, delivery }): FuzzRequest => {
      const [, ownMethod, build] = addresses[kind];
      const method = otherMethod ?? ownMethod;
      const hasBody = body !== null && method !== "GET" && method !== "HEAD";
      const headers: [string, string][] = [
        ...(kind === "bearer" ? [["authorization", `Bearer ${token}`] as [string, string]] : []),
        ...(key === "" ? [] : [["idempotency-key", key] as [string, string]]),
        ...(hasBody ? [["content-type", type] as [string, string]] : []),
      ];
      return {
        about: `link ${kind}`,
        ...{ role, method, headers, delivery },
        target: `${build(token)}${query}`,
        ...(hasBody && { body: [...body] }),
      };
    });
}
