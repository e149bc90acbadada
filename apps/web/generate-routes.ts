import { Generator, getConfig } from "@tanstack/router-generator";

/** Writes src/routeTree.gen.ts, which types every link; Vite does the same while it builds or serves. */
const root = import.meta.dirname;
await new Generator({ config: getConfig({ disableLogging: true }, root), root }).run();
