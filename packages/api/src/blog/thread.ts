import { isSlug } from "@daymark/domain/community/blog";
import type { Reader, ThreadSource } from "../thread/source.ts";
import { isAdmin } from "./find.ts";

/** The thread of the post with a present or former slug, if the caller may read the post. */
export function threadOfPost(reader: Reader, slug: string): ThreadSource {
  return {
    kind: "blog",
    select: (sql) => {
      if (!isSlug(slug)) return sql`select null::bigint`;
      const now = new Date(reader.now()).toISOString();
      return sql`
        select b.thread_id from blogs b
        where b.id = coalesce(
          (select id from blogs where slug = ${slug}), (select blog_id from former_slugs where slug = ${slug})
        ) and ${isAdmin(reader) ? sql`true` : sql`b.published_at <= ${now}::timestamptz`}`;
    },
  };
}
