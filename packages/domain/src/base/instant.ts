import * as z from "zod/mini";
import type { FieldErrorCode } from "./validation.ts";

/** Milliseconds since the epoch: `from` is the first valid instant, `before` the first invalid one after it. */
interface Bounds {
  from: number;
  before: number;
}

/**
 * The years 1 to 9999 in UTC: PostgreSQL has no year 0, and `Date.toISOString` writes later years with six digits and a
 * sign.
 */
const storable: Bounds = { from: Date.parse("0001-01-01T00:00:00Z"), before: Date.UTC(10_000, 0) };

/** An instant in an answer, as `Date.toISOString` writes it. */
export const answeredInstantSchema = z.string().register(z.globalRegistry, { format: "date-time" });

/** An instant in a request: ISO 8601 with its offset, which can move it into another year of UTC. */
export const instantSchema = z.iso.datetime({ offset: true }).check(isInstantIn(storable, "invalid"));

/**
 * An instant as `Date.toISOString` writes it. PostgreSQL keeps it exactly, which it does not with a longer fraction.
 */
export const utcInstantSchema = z.iso.datetime({ precision: 3 }).check(isInstantIn(storable, "invalid"));

/** @param error code for an instant outside the bounds */
export function isInstantIn({ from, before }: Bounds, error: FieldErrorCode) {
  return z.refine<string>(
    (text) => {
      const time = Date.parse(text);
      // Another rule rejects a wrong format, so this rule does not report it again.
      return Number.isNaN(time) || (time >= from && time < before);
    },
    { error },
  );
}
