import { buildProduct } from "./build-product.ts";
import { serve } from "./serve.ts";

await buildProduct();
await serve();
