import { buildProduct } from "./build-product.ts";

// This prepares `npm start`. Then bootstrap.mjs runs the supervisor.
await buildProduct();
