import { defineConfig } from "vitest/config";

/** Tests the built image with podman: `npm run test:image`. */
export default defineConfig({
  test: {
    name: "e2e-image",
    include: ["**/*.test.ts"],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
