import { defineConfig } from "vitest/config";
import { shared } from "../../vitest.shared.ts";

export default defineConfig({ test: { ...shared, name: "ui", include: ["src/**/*.test.ts"] } });
