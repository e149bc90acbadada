import fc, { type Arbitrary } from "fast-check";
import type { FuzzRequest } from "../request.ts";
import { deliveries } from "./rest-grammar.ts";

const tokens = ["~tapToken~", "~tapToken~", "~pictureToken~", "a".repeat(43), "~appToken~", "x", "%00", "..%2f..", ""];
const keys = ["", "", "one", "x".repeat(64), "x".repeat(65), "ключ"];
const queries = [
  "",
  "?theme=dark",
  "?theme=<script>",
  "?lang=uk",
  "?lang=__proto__",
  "?theme=dark&theme=light",
  "?x=1",
];
const bodies = [null, null, ["{}"], ['{"by":1e309}'], ["undo=1"], ["\u0000"]];

/** Requests to the secret links of habits: pages and taps, and pictures. */
export function linkRequests(): Arbitrary<FuzzRequest> {
  const paths = fc.tuple(fc.constantFrom(...tokens), fc.constantFrom("tap", "undo", "bearer", "picture"));
  return fc
    .record({
      path: paths,
      query: fc.constantFrom(...queries),
      method: fc.constantFrom("GET", "POST", "POST", "HEAD", "PUT", "OPTIONS"),
      key: fc.constantFrom(...keys),
      body: fc.constantFrom(...bodies),
      type: fc.constantFrom("application/json", "application/x-www-form-urlencoded", "text/plain"),
      role: fc.constantFrom<FuzzRequest["role"]>("guest", "guest", "guest", "user", "writer"),
      delivery: deliveries,
    })
    .map(({ path: [token, kind], query, method, key, body, type, role, delivery }): FuzzRequest => {
      const targets = {
        tap: `/tap/${token}`,
        undo: `/tap/${token}/undo`,
        bearer: "/tap",
        picture: `/badge/${token}.svg`,
      };
      const hasBody = body !== null && method !== "GET" && method !== "HEAD";
      const headers: [string, string][] = [
        ...(kind === "bearer" ? [["authorization", `Bearer ${token}`] as [string, string]] : []),
        ...(key === "" ? [] : [["idempotency-key", key] as [string, string]]),
        ...(hasBody ? [["content-type", type] as [string, string]] : []),
      ];
      return {
        about: `link ${kind}`,
        ...{ role, method, headers, delivery },
        target: `${targets[kind as keyof typeof targets]}${query}`,
        ...(hasBody && { body: [...body] }),
      };
    });
}
