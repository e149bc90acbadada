import { createFileRoute } from "@tanstack/react-router";
import { Blog } from "../../features/community/blog/blog.tsx";
import { listInput, readBlogSearch } from "../../features/community/blog/search.ts";

export const Route = createFileRoute("/blog/")({
  validateSearch: readBlogSearch,
  loaderDeps: ({ search }) => readBlogSearch(search),
  loader: async ({ context, deps }) => {
    const [page] = await Promise.all([
      context.read.blog.list(listInput(deps, context.languages.current)),
      context.languages.need("blog"),
    ]);
    return page;
  },
  component: () => <Blog page={Route.useLoaderData()} search={Route.useSearch()} />,
});
