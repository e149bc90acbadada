import { type ReactNode, useState } from "react";

/** Renders its children from the first time `when` is true. */
export function Once({ when, children }: { when: boolean; children: ReactNode }) {
  const [wasWanted, setWanted] = useState(when);
  if (when && !wasWanted) setWanted(true);
  return wasWanted ? children : null;
}
