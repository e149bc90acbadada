import { buildProduct } from "./build-product.ts";
import { runVitest } from "./run-vitest.ts";

// `npm run test:e2e -- [files] [options of vitest]`: builds the product if it changed, and tests it in a browser.
await buildProduct();
process.exitCode = await runVitest(["--project=e2e", ...process.argv.slice(2)]);
