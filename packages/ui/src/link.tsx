/** The classes of a link inside running text: underlined, because color alone does not identify a link. */
export const linkClass =
  "text-accent-text underline decoration-current/40 decoration-1 underline-offset-[0.2em] transition-colors " +
  "hover:decoration-current";

/** A link that is alone in a list, as in a footer: its position identifies it as a link. */
export const quietLinkClass =
  "inline-flex min-h-8 items-center text-ink-muted no-underline transition-colors hover:text-ink pointer-coarse:min-h-11";
