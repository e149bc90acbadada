import { defineConfig } from "vitest/config";
import { shared } from "../../vitest.shared.ts";
import { macros } from "./vite.config.ts";

export default defineConfig({ plugins: [macros()], test: { ...shared, name: "web", include: ["src/**/*.test.ts"] } });
