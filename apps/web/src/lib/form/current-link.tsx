import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

interface CurrentAnchorProps extends ComponentProps<"a"> {
  /** The link's `aria-current`; undefined for a link to another page or view. */
  current: "page" | "true" | undefined;
}

function CurrentAnchor({ current, ...props }: CurrentAnchorProps) {
  return <a {...props} aria-current={current} />;
}

/**
 * A link whose page decides whether it is current. The router's `Link` compares addresses: it marks a link as current
 * before the linked page has loaded, and also a link to the same path with fewer parameters.
 */
export const CurrentLink = createLink(CurrentAnchor);
