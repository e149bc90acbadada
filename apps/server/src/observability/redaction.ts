/**
 * Characters of one text in a log entry. Libraries quote input of clients in their messages, and the redaction runs on
 * the event loop, so a longer text is cut first.
 */
export const textLengthMax = 4096;

/** Cuts each text of a log's line to {@link textLengthMax} characters. */
export function cutTexts(line: string): string {
  // No text is longer than its line, and few lines are this long.
  if (line.length <= textLengthMax) return line;
  return `${JSON.stringify(JSON.parse(line), (_, value) => (typeof value === "string" ? cutText(value) : value))}\n`;
}

export function cutText(text: string): string {
  if (text.length <= textLengthMax) return text;
  const head = text.slice(0, textLengthMax);
  // Drops the word that the cut splits: the patterns below might not recognise half a secret.
  return `${head.slice(0, head.lastIndexOf(" ") + 1)}[cut]`;
}

// JSON does not escape DEL and C1 (terminals read U+009B as ESC [), nor U+2028 and U+2029, which some readers take for
// line breaks.
const controls = /[\u007f-\u009f\u2028\u2029]/g;

/** A word's start, also after an escaped line break such as `\n`, whose letter would hide the boundary. */
const wordStart = String.raw`(?:\b|(?<=\\[bfnrt]))`;

/**
 * Match credentials by their form: tokens, API keys, parameters with these names, and mailed tokens in a path, but no
 * route such as `/verify-email/:token/`. Our own code logs no credential. These patterns catch those in messages of
 * libraries, in paths that match no route, and in log lines of later code. The group `kept` is the part of a match that
 * stays.
 *
 * The time is linear in the length of the lines: after a pattern has read a run of characters, it either matches or
 * continues after that run. For that reason any word that begins like a JWT counts as one, also without its dots.
 */
const jwt = String.raw`${wordStart}eyJ[\w.-]+`;
const apiKey = String.raw`${wordStart}dm[kasrod]_[\w-]+`;
const parameter = String.raw`(?<kept>${wordStart}(?:[a-z_]*token|code|state|password|secret|signature|api_key)=)[^&\s"'\\#]+`;
const mailedPath = String.raw`(?<kept>/(?:verify-email|verify-reset-password|reset-password|not-me|unsubscribe)/+)(?!:)[^\s"'\\/?#]+`;
const credentials = new RegExp([jwt, apiKey, parameter, mailedPath].join("|"), "gi");
/**
 * For lines without an equals sign, in which no parameter can match: that pattern alone takes nine tenths of the time.
 */
const credentialsWithoutEquals = new RegExp([jwt, apiKey, mailedPath].join("|"), "gi");

/**
 * Takes many lines at once, because a search in each line costs more than writing it. No match crosses the end of a
 * line.
 */
export function redactLines(lines: string): string {
  const pattern = lines.includes("=") ? credentials : credentialsWithoutEquals;
  return escapeControls(lines.replace(pattern, "$<kept>[redacted]"));
}

/** Escapes the control characters that JSON leaves as they are. */
export function escapeControls(json: string): string {
  // Most lines are ASCII, and counting their bytes is much faster than the pattern. DEL is the one such character in
  // ASCII.
  const isAscii = Buffer.byteLength(json) === json.length;
  if (isAscii && !json.includes("\u007f")) return json;
  return json.replace(controls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** An error's message without the values, tokens and passwords that it may quote. Its time is linear too. */
export function redactMessage(message: string): string {
  return (
    withoutQuotedJson(message)
      // Drizzle puts a statement's parameters after the statement.
      .replace(/\nparams: [\s\S]*$/, "")
      // PostgreSQL quotes input that it could not parse.
      .replace(/(\binvalid (?:input|byte)[^:"]*).*$/s, "$1")
      // Tokens, hashes and keys are long runs of base64url or hex.
      .replace(/\beyJ[\w.-]+|[\w=+/-]{32,}/g, "[redacted]")
      .replace(/\/\/[^\s/@]+@/g, "//[redacted]@")
  );
}

/** JSON.parse quotes its input. One pattern for both ends of the quotation would take quadratic time. */
function withoutQuotedJson(message: string): string {
  const start = message.search(/, (?:\.\.\.)?"/);
  const end = message.lastIndexOf(" is not valid JSON");
  return start >= 0 && start < end ? message.slice(0, start) + message.slice(end) : message;
}
