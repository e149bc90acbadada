import type { BlogTag } from "@daymark/domain/community/blog-tag";
import { classes } from "@daymark/ui/classes";
import { useLingui } from "@lingui/react/macro";
import { CurrentLink } from "../../../lib/form/current-link.tsx";
import type { BlogSearch } from "./search.ts";
import { tagColors, tagShape } from "./tag-links.tsx";

/** More than a reader looks through; the rarest stand at their posts. */
const shownMax = 12;

interface TagFilterProps {
  tags: readonly BlogTag[];
  search: BlogSearch;
}

/** The most used tags of the listed posts. A second press on the chosen one shows all posts again. */
export function TagFilter({ tags, search }: TagFilterProps) {
  const { t, i18n } = useLingui();
  const most = tags.slice(0, shownMax);
  const chosen = tags.find(({ tag }) => tag === search.tag);
  const shown = chosen && !most.includes(chosen) ? [chosen, ...most.slice(1)] : most;
  if (shown.length === 0) return null;
  const { tag: current, language } = search;
  return (
    <nav aria-label={t`Tags`} className="mt-5">
      <ul lang={language === "all" ? undefined : (language ?? i18n.locale)} className="flex flex-wrap gap-1.5">
        {shown.map(({ tag }) => (
          <li key={tag}>
            <CurrentLink
              to="/blog"
              search={{ search: search.search, tag: tag === current ? undefined : tag, language }}
              current={tag === current ? "true" : undefined}
              className={classes(tagShape, tag === current ? "bg-accent-soft font-[560] text-accent-text" : tagColors)}
            >
              {tag}
            </CurrentLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
