import { buildProduct } from "./build-product.ts";

// What `npm start` does before bootstrap.mjs runs the supervisor.
await buildProduct();
