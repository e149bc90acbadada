import * as z from "zod/mini";

/** Ids are positive integers. The upper bound keeps them exact in JavaScript. */
export const idSchema = z.int().check(z.gte(1));
