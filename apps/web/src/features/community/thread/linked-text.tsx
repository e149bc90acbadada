import { linkClass } from "@daymark/ui/link";
import { Fragment } from "react";
import { textParts } from "./text-parts.ts";

interface LinkedTextProps {
  text: string;
  /** How search engines treat its links; by default as links written by users. */
  rel?: string;
}

/** Plain text with its addresses as links. Line breaks are kept if the parent has `whitespace-pre-line`. */
export function LinkedText({ text, rel = "nofollow ugc noopener" }: LinkedTextProps) {
  return textParts(text).map(({ at, text, href }) =>
    href ? (
      <a key={at} href={href} rel={rel} className={`${linkClass} break-words`}>
        {text}
      </a>
    ) : (
      <Fragment key={at}>{text}</Fragment>
    ),
  );
}
