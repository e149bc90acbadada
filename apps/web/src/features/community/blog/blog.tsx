import type { BlogTag } from "@daymark/domain/community/blog-tag";
import { tagPath } from "@daymark/domain/community/tag-path";
import { addressIn, type Language, languages } from "@daymark/domain/text/language";
import { buttonClass } from "@daymark/ui/button";
import { classes } from "@daymark/ui/classes";
import { inputClass } from "@daymark/ui/field";
import { quietLinkClass } from "@daymark/ui/link";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Rss from "lucide-react/icons/rss";
import Search from "lucide-react/icons/search";
import { useEffect, useRef } from "react";
import { languageNames } from "../../../layout/menu/language-menu.tsx";
import { useSessionStatus } from "../../../lib/app.ts";
import { CurrentLink } from "../../../lib/form/current-link.tsx";
import { PageHead } from "../../../lib/head.tsx";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { NewsletterBox } from "../newsletter/newsletter-box.tsx";
import { PostList } from "./post-list.tsx";
import type { BlogSearch } from "./search.ts";
import { TagFilter } from "./tag-filter.tsx";
import type { PostPage } from "./use-posts.ts";

const StaffPosts = lazyComponent(
  () => import("./staff-posts.tsx"),
  (props) => props.isUser,
);

interface BlogProps {
  page: PostPage;
  tags: readonly BlogTag[];
  search: BlogSearch;
}

/** The blog: its posts, those of a tag, or those that a search finds, in the page's language or in all. */
export function Blog({ page, tags, search }: BlogProps) {
  const { t, i18n } = useLingui();
  const isUser = useSessionStatus() === "user";
  useLanguageOfList();
  const { tag } = search;
  const about = t`How habits are built and broken, what is new in Daymark, and how it is made.`;
  const title = tag ? t`Posts tagged “${tag}”` : t`Blog`;
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-14 sm:px-6 sm:py-20">
      <PageHead
        title={title}
        description={tag ? `${title}. ${about}` : about}
        {...addressOf(page, search, i18n.locale)}
      />
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          {tag ? (
            <Link
              to="/blog"
              search={{ language: search.language }}
              className={`${quietLinkClass} mb-3 min-h-control gap-2 text-[0.9375rem]`}
            >
              <ArrowLeft aria-hidden="true" className="size-4" />
              <Trans>All posts</Trans>
            </Link>
          ) : null}
          <h1 className="text-4xl break-words text-balance sm:text-5xl">{title}</h1>
          {tag ? null : <p className="mt-4 max-w-[52ch] text-lg text-ink-muted">{about}</p>}
        </div>
        <a
          href={addressIn("/blog/rss.xml", i18n.locale as Language)}
          className={buttonClass({ kind: "quiet", size: "small" })}
        >
          <Rss aria-hidden="true" />
          <Trans>RSS feed</Trans>
        </a>
      </header>
      <div className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line pb-6">
        <search className="min-w-0 flex-1 basis-64">
          <SearchForm search={search} />
        </search>
        <LanguageFilter search={search} />
      </div>
      <TagFilter tags={tags} search={search} />
      <StaffPosts isUser={isUser} />
      <PostList page={page} search={search} />
      <NewsletterBox path="/blog" className="mt-12" />
    </div>
  );
}

/**
 * The canonical address of the list. A search, another language than the page's, and a tag without posts have none. The
 * words of a tag belong to one language, so its list has no version in the other.
 */
function addressOf({ results }: PostPage, { search, tag, language, cursor }: BlogSearch, locale: string) {
  // Posts have their tags in one form: the same list at another one, such as upper case, has no canonical URL.
  if (search || language || (tag && !results[0]?.tags.includes(tag))) return {};
  const base = tag ? tagPath(tag) : "/blog";
  const path = cursor ? `${base}${tag ? "&" : "?"}cursor=${encodeURIComponent(cursor)}` : base;
  return { path, ...(tag && { versions: [{ language: locale as Language, path }] }) };
}

/** A form that works without scripts; with scripts the page is not reloaded. */
function SearchForm({ search }: Pick<BlogProps, "search">) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { tag, language } = search;
  return (
    <form
      action="/blog"
      method="get"
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const words = String(new FormData(event.currentTarget).get("search") ?? "").trim();
        void navigate({
          to: "/blog",
          search: { ...(words && { search: words }), ...(tag && { tag }), ...(language && { language }) },
        });
      }}
    >
      {tag ? <input type="hidden" name="tag" value={tag} /> : null}
      {language ? <input type="hidden" name="language" value={language} /> : null}
      <input
        key={search.search ?? ""}
        type="search"
        name="search"
        aria-label={t`Search posts`}
        placeholder={t`Search posts`}
        defaultValue={search.search}
        maxLength={100}
        className={inputClass}
      />
      <button type="submit" aria-label={t`Search`} className={buttonClass()}>
        <Search aria-hidden="true" />
      </button>
    </form>
  );
}

function LanguageFilter({ search }: Pick<BlogProps, "search">) {
  const { t, i18n } = useLingui();
  const current = search.language ?? i18n.locale;
  return (
    <nav aria-label={t`Language of posts`}>
      <ul className="flex flex-wrap gap-1">
        {([...languages, "all"] as const).map((language) => (
          <li key={language}>
            <CurrentLink
              to="/blog"
              search={{
                search: search.search,
                tag: search.tag,
                language: language === i18n.locale ? undefined : language,
              }}
              current={language === current ? "true" : undefined}
              className={classes(
                "inline-flex min-h-9 items-center rounded-full border px-3.5 text-sm no-underline transition-colors pointer-coarse:min-h-11",
                language === current
                  ? "border-accent-text bg-accent-soft text-accent-text"
                  : "border-line text-ink-muted hover:border-line-strong hover:text-ink",
              )}
            >
              {language === "all" ? (
                <Trans>All languages</Trans>
              ) : (
                <span lang={language}>{languageNames[language]}</span>
              )}
            </CurrentLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The posts are in the page's language: when that changes, they are loaded again. */
function useLanguageOfList() {
  const { i18n } = useLingui();
  const router = useRouter();
  const shown = useRef(i18n.locale);
  useEffect(() => {
    if (shown.current === i18n.locale) return;
    shown.current = i18n.locale;
    void router.invalidate();
  }, [i18n.locale, router]);
}
