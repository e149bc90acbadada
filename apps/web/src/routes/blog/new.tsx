import { createFileRoute, useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { BlogEditor } from "../../features/community/blog-editor/page/blog-editor.tsx";
import { ApiProvider } from "../../lib/api.tsx";
import { browserOnly } from "../../lib/browser-only.tsx";
import { loadForeignImages, requireAdmin } from "../../lib/guards.ts";

export const Route = createFileRoute("/blog/new")({
  ...browserOnly,
  staticData: { areImagesForeign: true },
  validateSearch: (search: Record<string, unknown>): { draft?: string } =>
    typeof search.draft === "string" && /^[1-9]\d{0,14}$/.test(search.draft) ? { draft: search.draft } : {},
  beforeLoad: requireAdmin,
  loader: ({ context, location }) => {
    loadForeignImages({ context, location });
    return context.languages.need("messages", "editor");
  },
  component: NewBlog,
});

function NewBlog() {
  const { draft } = Route.useSearch();
  const navigate = Route.useNavigate();
  // The first save replaces the entry of the history, and its state with it.
  const { state } = useLocation();
  const [translate] = useState(state.translate ?? null);
  // The address follows the draft that was begun here; another draft is opened.
  const [shown, setShown] = useState({ asked: draft, own: draft });
  if (draft !== shown.asked && draft !== shown.own) setShown({ asked: draft, own: draft });
  return (
    <ApiProvider>
      <BlogEditor
        key={shown.asked ?? "new"}
        slug={null}
        draftId={shown.asked === undefined ? null : Number(shown.asked)}
        translate={translate}
        onDraft={(id) => {
          setShown({ asked: shown.asked, own: String(id) });
          void navigate({ search: { draft: String(id) }, replace: true, resetScroll: false });
        }}
      />
    </ApiProvider>
  );
}
