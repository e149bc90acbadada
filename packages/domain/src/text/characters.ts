// Without an import, so that the first script of every page can use it without the library of the schemas.

/**
 * Unicode's Stream-Safe Text Format (UAX 15, section 13) allows 30 combining marks in a row. No language needs more.
 */
const tooManyMarks = /\p{M}{31}/u;

/**
 * A text in canonical composition (NFC), because keyboards write é as one code point or as two. A text with more than
 * 30 combining marks in a row stays as it is, because NFC sorts them in quadratic time.
 */
export function composed(text: string): string {
  return tooManyMarks.test(text) ? text : text.normalize("NFC");
}

/**
 * The control characters that JSON writes with six characters, except NUL, which is rejected. No keyboard types them,
 * and a list of such texts takes the server six times as long.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const controls = /[\u0001-\u0007\u000b\u000e-\u001f]/g;

/** A text without {@link controls}. */
export function withoutControls(text: string): string {
  return text.replace(controls, "");
}

/** The other control characters except NUL, tabs among them, and the line breaks of Unicode. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
const breaks = /[\u0008-\u000d\u007f-\u009f\u2028\u2029]+/g;

/** A text in one line: without {@link controls}, and with a space for each run of {@link breaks}. */
export function inOneLine(text: string): string {
  return withoutControls(text).replace(breaks, " ");
}
