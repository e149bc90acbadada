import fc from "fast-check";
import { expect, test } from "vitest";
import { printablePath } from "../http/request-path.ts";
import { cutText, cutTexts, redactLines, redactMessage, textLengthMax } from "./redaction.ts";

/** Each of these takes minutes with a pattern of quadratic time, and milliseconds with a linear one. */
test.each([
  "eyJ-",
  "eyJ.",
  "-eyJ-",
  "dmk_-",
  "token",
  "token_",
  "_token",
  "password=",
  "code=&",
  "/verify-email/",
  "/unsubscribe",
  "/",
  "/verify-email/:",
  ', "',
  ', ..."',
  '" is not valid JSON',
  'is not valid JSON, "',
  "\nparams: ",
  "invalid input",
  "invalid byte:",
  "//",
  "//a",
  "@",
  "a.",
  "a1.",
  " ",
  "\u009b",
])("a megabyte of %j is redacted in linear time", (piece) => {
  const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
  // The last character keeps a pattern from matching.
  for (const whole of [text, `${text}"`, `/unsubscribe${text}"`, `invalid input${text}`]) {
    expect(redactLines(whole)).toEqual(expect.any(String));
    expect(redactMessage(whole)).toEqual(expect.any(String));
    expect(printablePath(whole).length).toBeLessThan(1000);
    expect(cutText(whole).length).toBeLessThanOrEqual(textLengthMax + 5);
  }
});

test.each([
  ["a JWT", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"],
  ["the header of a JWT", "eyJhbGciOiJIUzI1NiJ9"],
  ["an API key", "dmk_Zm9vYmFyYmF6"],
  ["a password in an address", "postgres://daymark:hunter22@db:5432"],
  ["a run of base64url", "c2lnbmF0dXJlLXNpZ25hdHVyZS1zaWduYXR1cmU"],
])("%s that is cut off is redacted, wherever the cut is", (_, secret) => {
  for (let before = textLengthMax - secret.length - 5; before <= textLengthMax + 1; before++) {
    const text = `${"a ".repeat(before).slice(0, before - 1)} ${secret} and ${"more ".repeat(2000)}`;
    const written = redactLines(cutTexts(`${JSON.stringify({ nested: [{ text: redactMessage(cutText(text)) }] })}\n`));
    for (const part of ["eyJ", "dmk", "Zm9v", "hunter", "hun", "c2ln"]) expect(written).not.toContain(part);
  }
});

test.each([
  ...["password=hunter22", "refresh_token=hunter22", "eyJhunter22", "dmk_hunter22"],
  // The secrets of applications.
  ...["dma_hunter22", "dmr_hunter22", "dms_hunter22", "dmo_hunter22", "dmd_hunter22"],
])("%s at the start of a line within a text is redacted", (secret) => {
  for (const before of ["", "x ", "x\n", "x\r\n", "x\t"]) {
    expect(redactLines(JSON.stringify({ message: before + secret }))).not.toContain("hunter22");
  }
});

/** Parts of credentials, their context, and texts that only look like credentials. */
const piece = fc.constantFrom(
  ...[
    "eyJ",
    "EYJhbGci.eyJz.c2ln",
    "dmk_",
    "DMK_Zm9v",
    "token",
    "refresh_token",
    "password",
    "code",
    "hunter22",
    "ſ",
    "K",
  ],
  ...[
    "/verify-email/",
    "/Reset-Password//",
    "/not-me",
    "/unsubscribe/",
    "/",
    ":",
    "?",
    "&",
    "#",
    ".",
    "-",
    "_",
    " ",
    "a",
  ],
  ...['"', "\\", "\n", "\u007f", "\u009b", "\u2028", "ї", "\ud800"],
);
const anyLine = fc.array(piece, { maxLength: 12 }).map((pieces) => `${JSON.stringify({ message: pieces.join("") })}\n`);

test("redaction of a line does not depend on the lines written with it", () => {
  // One line with an equals sign, and one that is not ASCII: each takes another code path.
  for (const other of ['{"message":"1 + 1 = 2"}\n', '{"message":"ї"}\n']) {
    fc.assert(
      fc.property(anyLine, (line) => {
        expect(redactLines(line) + other).toBe(redactLines(line + other));
      }),
      { numRuns: 2000 },
    );
  }
});

test("each text of a long line is cut, and the line stays one entry with all its members", () => {
  const long = "word ".repeat(10_000);
  const entry = { level: "warn", reason: long, nested: { list: ["short", long] }, figure: 1.5, message: long };
  const line = cutTexts(`${JSON.stringify(entry)}\n`);
  expect(line.length).toBeLessThan(4 * textLengthMax);
  expect(line.endsWith("}\n")).toBe(true);
  const cut = expect.stringMatching(/^(word )+\[cut\]$/);
  expect(JSON.parse(line)).toEqual({
    ...entry,
    reason: cut,
    nested: { list: ["short", cut] },
    message: cut,
  });
});
