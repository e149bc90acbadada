import { linkClass } from "@daymark/ui/link";
import { Fragment } from "react";
import { textParts } from "./text-parts.ts";

interface LinkedTextProps {
  text: string;
  /** What search engines are to think of the addresses in it; by default that people wrote them. */
  rel?: string;
}

/** Text as text, its addresses as links. Line breaks are kept where it stands in `whitespace-pre-line`. */
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
