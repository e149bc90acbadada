import { generateSources } from "./generate-sources.ts";
import { builtProjects, runVitest } from "./run-vitest.ts";

// `npm run test:unit -- [files] [options of vitest]`: runs all tests that need no built product. `npm run test:watch`
// repeats the tests of changed files until it is stopped.
await generateSources();
process.exitCode = await runVitest([`--project=!${builtProjects}`, ...process.argv.slice(2)]);
