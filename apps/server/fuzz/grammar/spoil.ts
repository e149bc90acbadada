import fc, { type Arbitrary } from "fast-check";
import type { BodyPart } from "../request.ts";

/** The contract's limit of a body, in bytes. */
const bodyBytesMax = 100_000;
/** Depths of nesting, up to the deepest that fits into a body. */
const depths = [10, 200, 5_000, 49_000];

/** A function that damages a text. `at`, from 0 to 1, says where. */
type Spoil = (text: string, at: number) => string;

const insert =
  (what: string): Spoil =>
  (text, at) => {
    const index = Math.floor(at * (text.length + 1));
    return text.slice(0, index) + what + text.slice(index);
  };

const atSlash =
  (what: string): Spoil =>
  (text, at) => {
    const slashes = [...text.matchAll(/\//g)].map(({ index }) => index);
    const index = slashes[Math.floor(at * slashes.length)] ?? 0;
    return text.slice(0, index) + what + text.slice(index + 1);
  };

/** Encodes one character as %XX, `times` times over. */
const encodeOne =
  (times: number, wanted = /[A-Za-z0-9./,_-]/g): Spoil =>
  (text, at) => {
    const places = [...text.matchAll(wanted)].map(({ index }) => index);
    const index = places[Math.floor(at * places.length)];
    if (index === undefined) return text;
    const hex = text.charCodeAt(index).toString(16);
    const code = `%${"25".repeat(times - 1)}${at < 0.5 ? hex : hex.toUpperCase()}`;
    return text.slice(0, index) + code + text.slice(index + 1);
  };

const pathSpoils: Spoil[] = [
  encodeOne(1),
  encodeOne(2),
  encodeOne(3),
  encodeOne(1, /[.,/]/g),
  encodeOne(2, /[.,/]/g),
  encodeOne(3, /[.,/]/g),
  ...["%00", "%0d%0a", "%", "%zz", "%2", "%c0%ae", "%e0%80%af", "%ff", "%ed%a0%80", "%F0%9F%98%80", "%u002e"].map(
    insert,
  ),
  ...[";", ";x=y", ",", ".", "..", "\\", "~", "*", "+", "'", '"', "<", "|", "{", "\xff", "\xc3\xa9", "?", "#", "@"].map(
    insert,
  ),
  ...["//", "/./", "/../", "/%2e%2e/", "/..;/", "%2F", "%252F", "%5c", "/%2f/", "///////"].map(atSlash),
  (text) => `${text}/`,
  (text) => text.replace(/\/$/, ""),
  (text) => `/${text}`,
  (text) => `http://localhost${text}`,
  (text) => `//evil.example${text}`,
  (text) => text.slice(1),
  (text) => text.toUpperCase(),
  (text) => text + "x".repeat(3_000),
  (text) => text + "/x".repeat(3_000),
  (text) => text + "%25".repeat(2_000),
  (text, at) => text.slice(0, Math.ceil(at * text.length)) || "*",
];

/** Damages a path: its encoding, its separators or its length. */
export const pathSpoil: Arbitrary<(path: string) => string> = fc
  .tuple(fc.constantFrom(...pathSpoils), fc.double({ min: 0, max: 0.999, noNaN: true }))
  .map(
    ([spoil, at]) =>
      (path) =>
        spoil(path, at),
  );

/** Odd query strings. */
export const querySpoil: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...["", "?", "?&", "?=", "?a", "?__proto__=1", "?__proto__[x]=1", "?constructor=1", "?toString=1", "?a[]=1&a[]=2"],
    ...[
      "?lang=uk",
      "?lang=en&lang=uk",
      "?lang=%00",
      "?lang=",
      "?%6cang=uk",
      "?LANG=uk",
      "?search=%25",
      "?search=%F0%9F",
    ],
    ...["?limit=0", "?limit=100", "?limit=101", "?limit=1e2", "?limit=1&limit=2", "?cursor=", "?cursor=AAAA", "?+=+"],
    ...["?search=((((((((((a", "?page=999999999999999999999", "?input=", "?input=%7B", "?batch=1", "?batch=1&input=[]"],
    `?${Array.from({ length: 1_500 }, (_, index) => `a${index}=`).join("&")}`,
    `?search=${"a".repeat(4_000)}`,
  ),
  fc.string({ unit: "binary-ascii", maxLength: 30 }).map((text) => `?search=${encodeURIComponent(text)}`),
  fc.string({ unit: "grapheme-ascii", maxLength: 30 }).map((text) => `?${text.replaceAll(/[\s#]/g, "+")}`),
);

const keySpoils: Spoil[] = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "",
  "json",
  "then",
].map(
  (key) => (text) =>
    text.replace(
      /^\{(?=(.?))/,
      (_, next) => `{${JSON.stringify(key)}:{"is_staff":true,"prototype":{}}${next === "}" ? "" : ","}`,
    ),
);

const jsonSpoils: Spoil[] = [
  ...keySpoils,
  // Repeats the first member with another value.
  (text) => text.replace(/^\{("(?:[^"\\]|\\.)*"):/, (_, key) => `{${key}:null,${key}:`),
  (text) => text.replace(/:("(?:[^"\\]|\\.)*"|-?\d+|true|false|null)/, ":1e999"),
  (text) => text.replace(/:("(?:[^"\\]|\\.)*"|-?\d+|true|false|null)/, ":-0"),
  (text) => text.replace(/:("(?:[^"\\]|\\.)*"|-?\d+|true|false|null)/, `:${"9".repeat(400)}`),
  (text) => text.replace(/:("(?:[^"\\]|\\.)*"|-?\d+|true|false|null)/, ':"\\ud800"'),
  (text) => text.replace(/:("(?:[^"\\]|\\.)*"|-?\d+|true|false|null)/, ':"\\u0000"'),
  ...depths.map(
    (depth): Spoil =>
      (text) =>
        text.replace(/:("(?:[^"\\]|\\.)*"|-?\d+|true|false|null)/, `:${"[".repeat(depth)}${"]".repeat(depth)}`),
  ),
  (text) =>
    text.replace(/:("(?:[^"\\]|\\.)*"|-?\d+|true|false|null)/, `:${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}`),
  (text, at) => text.slice(0, Math.floor(at * text.length)),
  (text) => `${text}${text}`,
  (text) => `\ufeff${text}`,
  (text) => `[${text}]`,
  (text) => JSON.stringify(text),
  () => "",
  () => "null",
  () => "0",
  () => "[]",
  (text) => text.padEnd(bodyBytesMax),
  (text) => text.padEnd(bodyBytesMax + 1),
  insert("\0"),
  insert("/**/"),
];

/** Damages a JSON text: its keys, depth, numbers or size. */
export const jsonSpoil: Arbitrary<(text: string) => BodyPart[]> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .tuple(fc.constantFrom(...jsonSpoils), fc.double({ min: 0, max: 0.999, noNaN: true }))
      .map(([spoil, at]) => (text: string) => [spoil(text, at)]),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<BufferEncoding>("utf16le", "latin1")
      .map((encoding) => (text: string) => [{ base64: Buffer.from(`${text}é`, encoding).toString("base64") }]),
  },
);
