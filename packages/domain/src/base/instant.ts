import * as z from "zod/mini";
import type { FieldErrorCode } from "./validation.ts";

/** Milliseconds since the epoch: the first instant that passes, and the first after it that does not. */
interface Bounds {
  from: number;
  before: number;
}

/** The years 1 to 9999 of UTC: PostgreSQL has no year 0, and `Date.toISOString` writes a later one with six digits and a sign. */
const storable: Bounds = { from: Date.parse("0001-01-01T00:00:00Z"), before: Date.UTC(10_000, 0) };

/** An instant as a client sends it: ISO 8601 with its offset, which may lead into another year of UTC. */
export const instantSchema = z.iso.datetime({ offset: true }).check(isInstantIn(storable, "invalid"));

/** An instant as `Date.toISOString` writes it: PostgreSQL reads it as it is, which it does not with a longer fraction. */
export const utcInstantSchema = z.iso.datetime({ precision: 3 }).check(isInstantIn(storable, "invalid"));

/** @param error code of what lies outside of the bounds */
export function isInstantIn({ from, before }: Bounds, error: FieldErrorCode) {
  return z.refine<string>(
    (text) => {
      const time = Date.parse(text);
      // What has the wrong format is refused by another rule, and once is enough.
      return Number.isNaN(time) || (time >= from && time < before);
    },
    { error },
  );
}
