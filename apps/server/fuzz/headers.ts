import fc, { type Arbitrary } from "fast-check";

type Header = [name: string, value: string];

const etags = ["*", '"x"', 'W/"x"', '"', "", "x", ',,,"', `"${"e".repeat(3_000)}"`, '"a", "b", W/"c"', "\xff"];
const dates = ["Mon, 23 Nov 2026 00:00:00 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", "yesterday", "-1", ""];

/** The values that the generator chooses from, by header. */
const pools: Record<string, readonly string[]> = {
  accept: ["*/*", "text/html", "application/json", "application/jsonl", "text/event-stream", "", "x/y;q=9", ";;;,,,"],
  "accept-language": ["uk", "en", "uk;q=0.1,en", "x".repeat(500), "*", "uk-UA-x-\xff", ";q=", ",".repeat(2_000)],
  "accept-encoding": ["br", "gzip", "identity;q=0", "*;q=0", "br;q=0.0.0", "br;q=1e9", "", "br,".repeat(500)],
  "trpc-accept": ["application/jsonl", "application/jsonl; charset=utf-8", "text/event-stream", "x", ""],
  "x-trpc-source": ["nextjs-react", "\xff"],
  "content-type": [
    ...["application/json", "application/json; charset=utf-16", "Application/JSON;;", "text/plain", "application/xml"],
    ...["application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=", "", "/", "json"],
    ...["multipart/form-data; boundary=x", "application/json, text/html", "application/octet-stream", "\xff/\xff"],
    ...[`multipart/form-data; boundary=${"b".repeat(200)}`, "application/problem+json"],
  ],
  "content-encoding": ["gzip", "br", "identity", "x"],
  authorization: [
    ...["Bearer", "Bearer ", "bearer x", "Bearer a b", "Basic YTpi", "Bearer \xff", "", "Bearer ..", "Bearer a.b.c"],
    ...["Bearer dmk_", "Bearer dmk_x", `Bearer dmk_${"x".repeat(4_000)}`, `Bearer ${"a".repeat(8_000)}`],
    ...["Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.", "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.====", "Bearer ~~"],
  ],
  "x-timezone": [
    "Europe/Kyiv",
    "UTC",
    "",
    "Mars/Base",
    "../../etc/passwd",
    "+14:00",
    "__proto__",
    "x".repeat(2_000),
    "\xff",
  ],
  "x-theme": ["dark", "x", "__proto__"],
  "idempotency-key": ["a", "b", "", "x".repeat(64), "x".repeat(65), "\xff\x00".slice(0, 1), "__proto__", "a, b"],
  "if-none-match": etags,
  "if-match": etags,
  "if-modified-since": dates,
  "if-unmodified-since": dates,
  "if-range": [...dates, ...etags],
  range: [
    ...["bytes=0-0", "bytes=-1", "bytes=0-", "bytes=999999999-", "bytes=5-1", "bytes=abc", "bytes=", "items=0-1", ""],
    ...["bytes=0-0,2-2", `bytes=${"0-0,".repeat(500)}1-1`, "bytes=-0", "bytes=0-99999999999999999999", "bytes = 0-1"],
  ],
  host: ["evil.example", "", "localhost:1", "a b", "[::1", "\xff", "x".repeat(3_000), "localhost, evil.example"],
  origin: ["null", "https://evil.example", "\xff"],
  referer: ["https://evil.example/", "\xff"],
  cookie: [
    "language=uk",
    "language=%",
    "language=__proto__",
    "=;=;=",
    "a=b;".repeat(800),
    'language="uk',
    "language=\xff",
  ],
  "x-forwarded-for": ["1.2.3.4", "::1", "x", "1.2.3.4, 5.6.7.8", "\xff", "1.2.3.4,".repeat(500)],
  "x-forwarded-proto": ["https", "gopher"],
  "x-forwarded-host": ["evil.example"],
  forwarded: ["for=1.2.3.4;host=evil.example"],
  "x-request-id": ["abcdefgh-1234", "x".repeat(64), "x".repeat(65), "\xff", "a:b.c-d_e:"],
  "x-http-method-override": ["DELETE"],
  "user-agent": ["", "curl/8", "x".repeat(4_000), "Mozilla/5.0 (((((((((((((", "\xff\xfe"],
  "x-client-id": ["x", "__proto__", "x".repeat(100)],
  "last-event-id": ["1", "\xff", "x".repeat(500)],
  expect: ["100-continue", "200-ok"],
  connection: ["close", "keep-alive, upgrade", "x"],
  upgrade: ["websocket", "h2c"],
  te: ["trailers"],
  "accept-version": ["1.0.0", "x"],
  "access-control-request-method": ["PUT"],
  "content-length": ["0", "1", "-1", "1, 1", "0x10", "99999999999999999999"],
  "transfer-encoding": ["chunked", "chunked, chunked", "gzip, chunked", "identity", "\x0bchunked"],
};

/** Headers that can make the request an invalid HTTP message, or one without a known end. */
export const framingHeaders = ["content-length", "transfer-encoding"];

const conditional = ["if-none-match", "if-match", "if-modified-since", "if-unmodified-since", "if-range", "range"];

function headerOf(names: readonly string[]): Arbitrary<Header> {
  const all = names.flatMap((name) => (pools[name] ?? []).map((value): Header => [name, value]));
  // Each header is equally likely, however many values it has.
  const byName = names.map((name) => fc.constantFrom(...all.filter(([other]) => other === name)));
  return fc.oneof(...byName);
}

const ordinary = Object.keys(pools).filter((name) => !framingHeaders.includes(name));

/** Up to three headers, often none; a name may repeat. */
export const someHeaders: Arbitrary<Header[]> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Header[]>([]) },
  { weight: 6, arbitrary: fc.array(headerOf(ordinary), { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: headerOf(framingHeaders).map((header) => [header]) },
);

/** For files and documents: half of the requests have a condition or a range. */
export const someConditions: Arbitrary<Header[]> = fc.oneof(
  someHeaders,
  fc.array(headerOf(conditional), { minLength: 1, maxLength: 2 }),
);

export const methods: Arbitrary<string> = fc.constantFrom(
  ...["GET", "GET", "GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "QUERY"],
);
