import { buttonClass } from "@daymark/ui/button";
import { EmptyState } from "@daymark/ui/empty-state";
import { linkClass } from "@daymark/ui/link";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import NotebookPen from "lucide-react/icons/notebook-pen";
import SearchX from "lucide-react/icons/search-x";
import { useApp } from "../../../lib/app.ts";
import { whenThere } from "../thread/when-there.ts";
import { PostCard } from "./post-card.tsx";
import { type BlogSearch, listInput } from "./search.ts";
import { type PostPage, usePosts } from "./use-posts.ts";

interface PostListProps {
  page: PostPage;
  search: BlogSearch;
}

/** Posts, newest first, and a button for older ones. */
export function PostList({ page, search }: PostListProps) {
  const { i18n } = useLingui();
  const { read, languages: store } = useApp();
  const list = usePosts(JSON.stringify([search, i18n.locale]), page, (cursor) =>
    read.blog.list(listInput({ ...search, cursor }, store.current)),
  );
  if (list.posts.length === 0) return <NoPosts search={search} />;
  return (
    <>
      {search.cursor ? (
        <p className="mt-8">
          <Link to="/blog" search={{ ...search, cursor: undefined }} className={linkClass}>
            <Trans>Back to the newest posts</Trans>
          </Link>
        </p>
      ) : null}
      <ul className="mt-4 *:not-first:border-t *:not-first:border-line">
        {list.posts.map((post, index) => (
          <li key={post.slug} id={`post-${post.slug}`} className="py-8">
            <PostCard post={post} isFirst={index === 0} />
          </li>
        ))}
      </ul>
      {list.next ? (
        <p className="border-t border-line pt-8">
          <Link
            to="/blog"
            search={{ ...search, cursor: list.next }}
            preload={false}
            aria-busy={list.isLoading || undefined}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              void list.more().then((first) => first && focusPost(first.slug));
            }}
            className={buttonClass()}
          >
            {list.isLoading ? <Trans>Loading…</Trans> : <Trans>Older posts</Trans>}
          </Link>
        </p>
      ) : null}
    </>
  );
}

function focusPost(slug: string) {
  whenThere(
    () => document.getElementById(`post-${slug}`)?.querySelector("a"),
    (link) => link.focus({ preventScroll: true }),
  );
}

/** There are no posts, none in this language, or none that match: each case has its own next step. */
function NoPosts({ search }: { search: BlogSearch }) {
  const { t } = useLingui();
  const isAll = search.language === "all";
  const { search: words, tag } = search;
  if (words) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={t`Nothing found`}
        text={<Trans>No posts contain “{words}”.</Trans>}
        action={
          <Link
            to="/blog"
            search={isAll ? { language: "all" } : { search: words, language: "all" }}
            className={buttonClass()}
          >
            {isAll ? <Trans>Show all posts</Trans> : <Trans>Search in all languages</Trans>}
          </Link>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<NotebookPen />}
      title={isAll && !tag ? t`No posts yet` : tag ? t`No posts with this tag` : t`No posts in this language yet`}
      text={tag ? null : <Trans>Subscribe to the feed to hear about the first one.</Trans>}
      action={
        isAll ? null : (
          <Link to="/blog" search={{ ...(tag && { tag }), language: "all" }} className={buttonClass()}>
            <Trans>Show all languages</Trans>
          </Link>
        )
      }
    />
  );
}
