import type { Database } from "@daymark/db/connection/client";
import { featureSwitches } from "@daymark/db/schema/admin";
import { type SwitchName, switchNames } from "@daymark/domain/operator/feature-switch";
import { ApiError } from "../base/error.ts";

/** The feature switches that are off, cached by this node. */
export interface Switches {
  isOn(name: SwitchName): boolean;
  /**
   * The caller calls it after it has set a feature switch. This node knows it when the promise settles, the others a
   * moment later.
   */
  tell(): Promise<void>;
  /** Reads the feature switches again. */
  refresh(): Promise<void>;
}

/** @param send tells the other nodes to refresh theirs */
export function createSwitches(db: Database, send: () => Promise<void>): Switches {
  let off: ReadonlySet<string> = new Set();
  let begunReads = 0;
  let newestRead = 0;
  const refresh = async () => {
    begunReads += 1;
    const read = begunReads;
    const rows = await db.select().from(featureSwitches);
    // Reads can end in another order than they began, and an older one may miss the newest change.
    if (read < newestRead) return;
    newestRead = read;
    off = new Set(rows.flatMap(({ name, is_on }) => (is_on ? [] : [name])));
  };
  return {
    isOn: (name) => !off.has(name),
    refresh,
    tell: async () => {
      await refresh();
      await send();
    },
  };
}

/** @throws ApiError switched_off */
export function requireOn({ switches }: { switches: Switches }, name: SwitchName): void {
  if (!switches.isOn(name)) throw new ApiError("switched_off", { values: { name } });
}

/** All feature switches, by name. */
export function readSwitches({ switches }: { switches: Switches }): Record<SwitchName, boolean> {
  const entries = switchNames.map((name) => [name, switches.isOn(name)] as const);
  return Object.fromEntries(entries) as Record<SwitchName, boolean>;
}
