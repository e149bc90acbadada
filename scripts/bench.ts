import { main } from "../bench/src/main.ts";
import { buildProduct } from "./build-product.ts";

await buildProduct();
process.exitCode = await main(process.argv.slice(2));
