import { createFileRoute } from "@tanstack/react-router";
import { BlogEditor } from "../../features/community/blog-editor/page/blog-editor.tsx";
import { ApiProvider } from "../../lib/api.tsx";
import { browserOnly } from "../../lib/browser-only.tsx";
import { loadForeignImages, requireAdmin } from "../../lib/guards.ts";

export const Route = createFileRoute("/blog/$blogSlug_/edit")({
  ...browserOnly,
  staticData: { areImagesForeign: true },
  beforeLoad: requireAdmin,
  loader: ({ context, location }) => {
    loadForeignImages({ context, location });
    return context.languages.need("messages", "editor");
  },
  component: EditBlog,
});

function EditBlog() {
  const { blogSlug } = Route.useParams();
  return (
    <ApiProvider>
      <BlogEditor key={blogSlug} slug={blogSlug} draftId={null} onDraft={() => {}} />
    </ApiProvider>
  );
}
