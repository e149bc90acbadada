import { findFreePort } from "@daymark/db/free-port";
import { expect } from "vitest";
import type { Place } from "../e2e/product.ts";
import { checkInvariants, checkStatistics } from "./invariants.ts";
import { createPeople, type Load, type Person, type Product, startLoad, withDatabase } from "./load.ts";

/** A product under load, on a port that stays its own. */
export async function begin(place: Place, variables: Record<string, string> = {}, command?: string[]) {
  // It stays the same over restarts, so that clients need to know nothing of them.
  const settings: Record<string, string> = { PORT: String(await findFreePort()), ...variables };
  const product = await place.start(settings, command);
  const audience = await createPeople(product, place, 3);
  return {
    settings,
    product,
    ...audience,
    load: startLoad(product, audience, { isPublic: settings.RATE_LIMIT !== "on" }),
  };
}

/** Ends the load, looks for what was acknowledged and is not there, and holds the data against its invariants. */
export async function settle(
  place: Place,
  { load, product, people }: { load: Load; product: Product; people: readonly Person[] },
) {
  await load.stop();
  const result = await withDatabase(place, async (sql) => {
    await checkInvariants(sql);
    await checkStatistics(
      sql,
      product,
      await Promise.all(people.map(async (person, index) => ({ ...person, token: await load.tokenOf(index) }))),
    );
    return load.compare(sql);
  });
  return { ...result, acknowledged: load.acknowledged() };
}

/** No answer but success, and 503 with when to come back. */
export function expectOnlyUnavailable(load: Load): void {
  expect(load.unexpected()).toEqual({});
}
