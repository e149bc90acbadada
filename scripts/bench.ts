import { main } from "../bench/src/main.ts";
import { measureScale } from "../bench/src/scale.ts";
import { buildProduct } from "./build-product.ts";
import { writeFigures } from "./write-figures.ts";

await buildProduct();
const args = process.argv.slice(2);
// A separate run, because seeding takes minutes.
const isScale = args[0] === "scale";
const { code, figures } = isScale ? await measureScale(args.slice(1)) : await main(args);
if (figures) writeFigures(isScale ? "docs/scale.md" : "docs/benchmark.md", figures);
process.exitCode = code;
