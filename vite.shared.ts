interface Chunk {
  type: string;
  code?: string;
}

/**
 * For what the server's process runs: V8 never lets the text of a program go, and holds it in one byte a sign only where
 * Node reads it as ASCII; a single sign beyond makes it two bytes for a whole file.
 */
export function asciiTexts() {
  return {
    name: "ascii-texts",
    generateBundle(_options: unknown, bundle: Record<string, Chunk>) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === "chunk" && chunk.code) chunk.code = chunk.code.replace(/[^\0-\x7f]/g, escapeSign);
      }
    },
  };
}

/** As strings, templates and patterns spell it; a sign of two units becomes two escapes, which mean the same. */
function escapeSign(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** What stays of comments there: licences, for the same reason. */
export const comments = { legal: true, annotation: false, jsdoc: false };
