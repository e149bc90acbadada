import { defineConfig } from "vitest/config";
import { macros } from "./vite.config.ts";

export default defineConfig({ plugins: [macros()], test: { name: "web", include: ["src/**/*.test.ts"] } });
