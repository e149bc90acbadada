import { buildProduct } from "./build-product.ts";

// The preparation of `npm start`. Then bootstrap.mjs runs the supervisor.
await buildProduct();
