import { defineConfig } from "vitest/config";
import { shared } from "../../vitest.shared.ts";

export default defineConfig({ test: { ...shared, name: "i18n", include: ["src/**/*.test.ts"] } });
