import { recentCommandsKey as storageKey } from "../../../lib/drafts/private-data.ts";

/** More than are shown at once, because some habits may be deleted. */
const keptMax = 12;

type Kept = Pick<Storage, "getItem" | "setItem">;

/** Ids of the recent commands, newest first. */
export function readRecent(storage: Kept = localStorage): string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

export function rememberCommand(id: string, storage: Kept = localStorage): void {
  const others = readRecent(storage).filter((other) => other !== id);
  storage.setItem(storageKey, JSON.stringify([id, ...others].slice(0, keptMax)));
}
