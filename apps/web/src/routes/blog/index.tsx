import { createFileRoute } from "@tanstack/react-router";
import { Blog } from "../../features/community/blog/blog.tsx";
import { listInput, readBlogSearch, tagsInput } from "../../features/community/blog/search.ts";

export const Route = createFileRoute("/blog/")({
  validateSearch: readBlogSearch,
  loaderDeps: ({ search }) => readBlogSearch(search),
  loader: async ({ context, deps }) => {
    const { current } = context.languages;
    const [page, tags] = await Promise.all([
      context.read.blog.list(listInput(deps, current)),
      context.read.blog.tag.list(tagsInput(deps, current)),
      context.languages.need("blog"),
    ]);
    return { page, tags: tags.results };
  },
  component: () => <Blog {...Route.useLoaderData()} search={Route.useSearch()} />,
});
