import { findFreePort } from "@daymark/db/free-port";
import { expect } from "vitest";
import type { Place } from "../e2e/product.ts";
import { checkInvariants, checkStatistics } from "./invariants.ts";
import { createPeople, type Load, type Person, type Product, startLoad, withDatabase } from "./load.ts";

/** Starts a product under load, on a fixed port. */
export async function begin(place: Place, variables: Record<string, string> = {}, command?: string[]) {
  // The port stays the same over restarts, so that clients need not know of them.
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

/** Ends the load, searches for missing acknowledged writes, and checks the invariants of the data. */
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

/** Checks that clients got only successes, and 503 with Retry-After. */
export function expectOnlyUnavailable(load: Load): void {
  expect(load.unexpected()).toEqual({});
}
