import type { Blog, BlogLink } from "@daymark/domain/community/blog";
import { addressIn, type Language } from "@daymark/domain/text/language";
import { linkClass, quietLinkClass } from "@daymark/ui/link";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import Languages from "lucide-react/icons/languages";
import { languageNames } from "../../../layout/menu/language-menu.tsx";
import { useSessionStatus, useSite } from "../../../lib/app.ts";
import { PageHead } from "../../../lib/head.tsx";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { NewsletterBox } from "../newsletter/newsletter-box.tsx";
import { Comments } from "../thread/comments.tsx";
import { Reactions } from "../thread/reactions.tsx";
import type { CommentPage } from "../thread/use-comments.ts";
import { headingsOf } from "./headings.ts";
import { pictureProps } from "./picture-props.ts";
import { PostBlocks } from "./post-blocks.tsx";
import { contentsFrom, FoldedContents, PostContents } from "./post-contents.tsx";
import { PostFacts } from "./post-facts.tsx";
import { ShareLinks } from "./share-links.tsx";
import { TagLinks } from "./tag-links.tsx";

const StaffTools = lazyComponent(
  () => import("./staff-tools.tsx"),
  (props) => props.post.slug,
);

interface PostProps {
  post: Blog;
  comments: CommentPage;
  /** Whether the comments begin at a cursor. */
  areCommentsLater: boolean;
}

/** A post with its reactions and comments. */
export function Post({ post, comments, areCommentsLater }: PostProps) {
  const { t } = useLingui();
  const { publicUrl } = useSite();
  const isUser = useSessionStatus() === "user";
  const { slug, title, description, language, tags, cover, blocks, translations } = post;
  const headings = [...headingsOf(blocks).values()];
  const hasContents = headings.length >= contentsFrom;
  const thread = { kind: "blog", slug } as const;
  const versions = [{ language, slug }, ...translations].map((version) => ({
    language: version.language,
    path: `/blog/${version.slug}`,
  }));
  return (
    <div className="mx-auto grid w-full max-w-7xl justify-center gap-x-16 px-4 py-10 sm:px-6 sm:py-14 lg:grid-cols-[minmax(0,42rem)_minmax(0,18rem)]">
      <PageHead
        title={title}
        description={description}
        about={{ kind: "post", post }}
        {...(post.published && { path: `/blog/${slug}`, versions })}
      />
      <article className="contents">
        <header className="min-w-0 lg:col-start-1">
          <div className="flex min-h-control flex-wrap items-center justify-between gap-2">
            <Link to="/blog" className={`${quietLinkClass} gap-2 text-[0.9375rem]`}>
              <ArrowLeft aria-hidden="true" className="size-4" />
              <Trans>Blog</Trans>
            </Link>
            {isUser ? <StaffTools post={post} /> : null}
          </div>
          <h1 lang={language} className="mt-4 text-[2.125rem] leading-[1.12] break-words text-balance sm:text-5xl">
            {title}
          </h1>
          <p lang={language} className="mt-5 text-lg leading-relaxed break-words text-ink-muted sm:text-xl">
            {description}
          </p>
          <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-2">
            <PostFacts post={post} withChange />
            <VersionLinks translations={translations} />
          </div>
          {cover ? (
            <img
              {...pictureProps(cover)}
              alt={cover.alt}
              sizes="(min-width: 46rem) 42rem, calc(100vw - 2rem)"
              lang={language}
              fetchPriority="high"
              className="mt-8 h-auto max-h-[32rem] w-full rounded-card border border-line bg-sunken object-cover"
            />
          ) : null}
          {hasContents ? <FoldedContents headings={headings} /> : null}
        </header>
        {hasContents ? (
          <div className="lg:col-start-2 lg:row-start-2 lg:mt-12">
            <PostContents headings={headings} />
          </div>
        ) : null}
        <div className="mt-10 min-w-0 lg:col-start-1 lg:row-start-2 lg:mt-12">
          <div lang={language}>
            <PostBlocks blocks={blocks} {...(cover && { eagerIndex: -1 })} />
          </div>
          <TagLinks tags={tags} language={language} className="mt-12" />
          <footer className="mt-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-t border-line pt-6">
            <Reactions thread={thread} reactions={post.reactions} />
            {post.published ? (
              <ShareLinks address={publicUrl + addressIn(`/blog/${slug}`, language)} title={title} />
            ) : null}
          </footer>
        </div>
      </article>
      <div className="min-w-0 lg:col-start-1">
        <NewsletterBox path={`/blog/${slug}`} className="mt-10" />
        {post.newer || post.older ? (
          <nav aria-label={t`Other posts`} className="mt-10 grid gap-3 sm:grid-cols-2">
            <Neighbor post={post.older} language={language} side="older" />
            <Neighbor post={post.newer} language={language} side="newer" />
          </nav>
        ) : null}
        <Comments
          thread={thread}
          page={comments}
          isLater={areCommentsLater}
          count={post.comment_count}
          mode={post.comments}
          className="mt-14"
        />
      </div>
    </div>
  );
}

function VersionLinks({ translations }: Pick<Blog, "translations">) {
  return translations.map(({ language, slug }) => (
    <Link
      key={slug}
      to="/blog/$blogSlug"
      params={{ blogSlug: slug }}
      hrefLang={language}
      lang={language}
      className={`${linkClass} inline-flex min-h-8 items-center gap-1.5 text-sm pointer-coarse:min-h-11`}
    >
      <Languages aria-hidden="true" className="size-4" />
      {languageNames[language]}
    </Link>
  ));
}

interface NeighborProps {
  post: BlogLink | null;
  language: Language;
  side: "older" | "newer";
}

function Neighbor({ post, language, side }: NeighborProps) {
  if (!post) return null;
  const isNewer = side === "newer";
  return (
    <Link
      to="/blog/$blogSlug"
      params={{ blogSlug: post.slug }}
      className={`flex min-w-0 flex-col gap-1 rounded-card border border-line bg-surface px-5 py-4 no-underline transition-colors hover:border-line-strong ${
        isNewer ? "sm:col-start-2 sm:items-end sm:text-right" : ""
      }`}
    >
      <span className="inline-flex items-center gap-1.5 text-sm text-ink-muted">
        {isNewer ? null : <ArrowLeft aria-hidden="true" className="size-4" />}
        {isNewer ? <Trans>Next post</Trans> : <Trans>Previous post</Trans>}
        {isNewer ? <ArrowRight aria-hidden="true" className="size-4" /> : null}
      </span>
      <span lang={language} className="max-w-full font-[600] break-words text-ink">
        {post.title}
      </span>
    </Link>
  );
}
