import { createFileRoute } from "@tanstack/react-router";
import { Blog } from "../../features/community/blog/blog.tsx";
import { listInput, readBlogSearch } from "../../features/community/blog/search.ts";

export const Route = createFileRoute("/blog/")({
  validateSearch: readBlogSearch,
  loaderDeps: ({ search }) => readBlogSearch(search),
  loader: async ({ context, deps }) => {
    const input = listInput(deps, context.languages.current);
    const { language } = input;
    const [page, tags] = await Promise.all([
      context.read.blog.list(input),
      context.read.blog.tag.list(language ? { language } : {}),
      context.languages.need("blog"),
    ]);
    return { page, tags: tags.results };
  },
  component: () => <Blog {...Route.useLoaderData()} search={Route.useSearch()} />,
});
