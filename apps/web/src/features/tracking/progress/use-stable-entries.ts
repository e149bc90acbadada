import type { Entry } from "@daymark/domain/tracking/progress";
import { useState } from "react";

/** The same list object while it holds the same entries. */
export function useStableEntries(entries: Entry[] | undefined): Entry[] | undefined {
  const [stable, setStable] = useState(entries);
  const isSame =
    stable === entries ||
    (stable?.length === entries?.length && stable?.every((entry, index) => entry === entries?.[index]) === true);
  if (!isSame) setStable(entries);
  return isSame ? stable : entries;
}
