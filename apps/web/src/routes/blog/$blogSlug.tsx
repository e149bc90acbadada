import { createFileRoute, redirect } from "@tanstack/react-router";
import { Post } from "../../features/community/blog/post.tsx";
import { readCommentsSearch } from "../../features/community/blog/search.ts";
import { loadForeignImages } from "../../lib/guards.ts";

export const Route = createFileRoute("/blog/$blogSlug")({
  staticData: { areImagesForeign: true },
  validateSearch: readCommentsSearch,
  loaderDeps: ({ search }) => readCommentsSearch(search),
  loader: async ({ context, params, deps, location }) => {
    const path = { blog_slug: params.blogSlug };
    const { comments: cursor } = deps;
    const [post, comments] = await Promise.all([
      context.read.blog.get(path),
      context.read.blog.comment.list({ ...path, ...(cursor && { cursor }) }),
      context.languages.need("blog", "thread"),
    ]);
    if (post.slug !== params.blogSlug) {
      throw redirect({
        to: "/blog/$blogSlug",
        params: { blogSlug: post.slug },
        search: deps,
        statusCode: 301,
        replace: true,
      });
    }
    const isForeign = post.blocks.some((block) => block.kind === "image" && block.image_id === undefined);
    if (isForeign) loadForeignImages({ context, location });
    return { post, comments };
  },
  component: () => {
    const { post, comments } = Route.useLoaderData();
    const { comments: cursor } = Route.useSearch();
    return <Post key={post.slug} post={post} comments={comments} areCommentsLater={cursor !== undefined} />;
  },
});
