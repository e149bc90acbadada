import type { Language } from "@daymark/domain/text/language";
import { classes } from "@daymark/ui/classes";
import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";

interface TagLinksProps {
  tags: readonly string[];
  /** The language of the post: its tags lead to posts in the same language. */
  language: Language;
  className?: string;
}

/** The tags of a post. Each leads to the posts that have it. */
export function TagLinks({ tags, language, className }: TagLinksProps) {
  const { t, i18n } = useLingui();
  if (tags.length === 0) return null;
  return (
    <ul aria-label={t`Tags`} lang={language} className={classes("flex flex-wrap gap-1.5 self-start", className)}>
      {tags.map((tag) => (
        <li key={tag}>
          <Link
            to="/blog"
            search={{ tag, ...(language !== i18n.locale && { language }) }}
            rel="tag"
            className={classes(tagShape, tagColors)}
          >
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}

export const tagShape =
  "inline-flex min-h-7 items-center rounded-full px-3 text-sm no-underline transition-colors " +
  "pointer-coarse:min-h-11 pointer-coarse:px-4";
export const tagColors = "bg-sunken text-ink-muted hover:bg-accent-soft hover:text-accent-text";
