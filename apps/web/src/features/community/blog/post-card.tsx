import type { BlogCard } from "@daymark/domain/community/blog";
import { Badge } from "@daymark/ui/badge";
import { classes } from "@daymark/ui/classes";
import { Plural, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import MessageSquare from "lucide-react/icons/message-square";
import ThumbsUp from "lucide-react/icons/thumbs-up";
import { languageNames } from "../../../layout/menu/language-menu.tsx";
import { pictureProps } from "./picture-props.ts";
import { PostFacts } from "./post-facts.tsx";
import { TagLinks } from "./tag-links.tsx";

interface PostCardProps {
  post: BlogCard;
  heading?: "h2" | "h3";
  /** The cover of the first post is in view at once, so it is not loaded lazily. */
  isFirst?: boolean;
}

/** A post in a list. The whole card is clickable; for screen readers it is one link, named by the title. */
export function PostCard({ post, heading: Heading = "h2", isFirst = false }: PostCardProps) {
  const { i18n } = useLingui();
  const { slug, title, description, language, tags, cover, reactions, comment_count } = post;
  return (
    <article className="group relative flex flex-col gap-x-8 gap-y-5 sm:flex-row-reverse sm:items-start">
      {cover ? (
        <img
          {...pictureProps(cover)}
          // The title beside it is the link, so that a reader who does not see it hears the title once.
          alt=""
          sizes="(min-width: 40rem) 15rem, calc(100vw - 2rem)"
          loading={isFirst ? "eager" : "lazy"}
          className="aspect-[1200/630] w-full shrink-0 rounded-card border border-line bg-sunken object-cover sm:w-60"
        />
      ) : null}
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <PostFacts post={post} />
          {language === i18n.locale ? null : <Badge lang={language}>{languageNames[language]}</Badge>}
        </div>
        <Heading
          lang={language}
          className={classes(
            "leading-tight break-words text-balance",
            Heading === "h2" ? "text-2xl sm:text-3xl" : "text-lg",
          )}
        >
          <Link
            to="/blog/$blogSlug"
            params={{ blogSlug: slug }}
            className="text-ink no-underline decoration-accent-text decoration-2 underline-offset-[0.2em] after:absolute after:inset-0 group-hover:underline"
          >
            {title}
          </Link>
        </Heading>
        <p lang={language} className="max-w-[68ch] break-words text-ink-muted">
          {description}
        </p>
        <TagLinks tags={tags} language={language} className="relative z-10 mt-1" />
        {reactions.likes + comment_count > 0 ? (
          <p className="flex flex-wrap gap-x-4 text-sm text-ink-muted">
            {reactions.likes > 0 ? (
              <span className="inline-flex items-center gap-1.5">
                <ThumbsUp aria-hidden="true" className="size-4" />
                <Plural value={reactions.likes} one="# like" other="# likes" />
              </span>
            ) : null}
            {comment_count > 0 ? (
              <span className="inline-flex items-center gap-1.5">
                <MessageSquare aria-hidden="true" className="size-4" />
                <Plural value={comment_count} one="# comment" other="# comments" />
              </span>
            ) : null}
          </p>
        ) : null}
      </div>
    </article>
  );
}
