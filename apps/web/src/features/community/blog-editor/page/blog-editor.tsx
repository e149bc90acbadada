import { Skeleton } from "@daymark/ui/skeleton";
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { PageHead } from "../../../../lib/head.tsx";
import { lazyComponent } from "../../../../lib/lazy-component.tsx";
import { flash } from "../../../../lib/messages/flash.ts";
import { problemOf } from "../../../../lib/network/problem.ts";
import { Failed } from "../../post-draft/failed.tsx";
import { DisputeNotice, editorHeadingId } from "../dispute-notice.tsx";
import { usePublish } from "../publish/use-publish.ts";
import { useEditor } from "../use-editor.ts";
import { type Opened, useOpened } from "../use-opened.ts";
import { useSentences } from "../use-sentences.ts";
import { withVersion } from "../writing.ts";
import { DetailFields } from "./detail-fields.tsx";
import { EditorBar, type EditorDialog } from "./editor-bar.tsx";
import { HeadFields } from "./head-fields.tsx";
import { UnfinishedNotice } from "./unfinished-notice.tsx";

/** Has the library of the text, the largest part of the page: it is fetched beside the post. */
const blockEditor = import("../block/block-editor.tsx");
const BlockEditor = lazyComponent(
  () => blockEditor,
  () => true,
);
/** Shares the choice of an image with the text. */
const CoverField = lazyComponent(
  () => import("./cover-field.tsx"),
  () => true,
);
const PreviewDialog = lazyComponent(
  () => import("./preview-dialog.tsx"),
  ({ open }) => open,
  "blog",
  "thread",
);
const PublishDialog = lazyComponent(
  () => import("./publish-dialog.tsx"),
  ({ open }) => open,
);
const ScheduleDialog = lazyComponent(
  () => import("./schedule-dialog.tsx"),
  ({ open }) => open,
);
const VersionDialog = lazyComponent(
  () => import("./version-dialog.tsx"),
  ({ open }) => open,
  "blog",
  "thread",
);
const DeletePostDialog = lazyComponent(
  () => import("./delete-post-dialog.tsx"),
  ({ open }) => open,
);

interface BlogEditorProps {
  /** Slug of the post; null for a new one. */
  slug: string | null;
  /** Id of the working copy of a new post, if there is one. */
  draftId: number | null;
  /** Slug of the post that a new one translates. */
  translate?: string | null;
  onDraft: (id: number) => void;
}

/** The editor of posts. */
export function BlogEditor({ slug, draftId, translate = null, onDraft }: BlogEditorProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { data, error, refetch } = useOpened({ slug, draftId, translate });
  const isMissing = problemOf(error)?.status === 404;
  const changed = data?.draft?.blog_slug;
  useEffect(() => {
    if (isMissing) void navigate({ to: "/not-found", replace: true });
    // A working copy of a post has the post's address.
    else if (slug === null && changed) {
      void navigate({ to: "/blog/$blogSlug/edit", params: { blogSlug: changed }, replace: true });
    }
  }, [isMissing, changed, slug, navigate]);
  return (
    <div className="mx-auto w-full max-w-6xl flex-1 px-4 pb-16 sm:px-6">
      <PageHead title={slug === null ? t`New Blog` : t`Edit Blog`} />
      {data ? (
        <Writer key={slug ?? draftId ?? "new"} opened={data} onDraft={onDraft} />
      ) : error && !isMissing ? (
        <>
          <h1 className="mt-10 text-3xl">
            <Trans>The post could not be opened</Trans>
          </h1>
          <Failed error={error} onRetry={() => void refetch()} />
        </>
      ) : (
        <div aria-busy="true" className="mt-24 flex max-w-2xl flex-col gap-4">
          <Skeleton className="h-12 w-2/3" />
          <Skeleton className="h-6" />
          <Skeleton className="h-64" />
        </div>
      )}
    </div>
  );
}

function Writer({ opened, onDraft }: { opened: Opened; onDraft: (id: number) => void }) {
  const { t } = useLingui();
  const sentences = useSentences();
  const editor = useEditor(opened, onDraft);
  const publishing = usePublish(editor);
  // It does not change when the user begins to write, so that nothing on the page moves.
  const [isNew] = useState(!opened.post && !opened.draft && !opened.isUnsaved);
  const [dialog, setDialog] = useState<EditorDialog | null>(null);
  const [toolbarPlace, setToolbarPlace] = useState<HTMLElement | null>(null);
  const { faults, isBusy } = publishing;
  const { writing, post } = editor;
  const close = () => setDialog(null);
  const whole = sentences(faults.details.blocks);
  return (
    <>
      <EditorBar editor={editor} publishing={publishing} onOpen={setDialog} toolbarRef={setToolbarPlace} />
      <h1 id={editorHeadingId} tabIndex={-1} className="sr-only">
        {post ? t`Edit Blog` : t`New Blog`}
      </h1>
      <div className="mt-6 flex flex-col gap-6 empty:hidden">
        {isNew && !post ? <UnfinishedNotice ownDraftId={editor.saver.draft?.id ?? null} /> : null}
        <DisputeNotice editor={editor} />
      </div>
      <div className="mt-6 grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,42rem)_minmax(0,18rem)]">
        <div className="min-w-0">
          <div className="mb-4 flex min-h-9 flex-col">
            <CoverField editor={editor} faults={faults} />
          </div>
          <HeadFields editor={editor} faults={faults} />
          <hr className="my-6 border-line" />
          {whole.length > 0 ? (
            <p role="alert" className="mb-4 text-sm text-danger-text">
              {whole.join(" ")}
            </p>
          ) : null}
          <BlockEditor editor={editor} faults={faults} toolbarPlace={toolbarPlace} />
        </div>
        <aside aria-label={t`About the post`} className="lg:sticky lg:top-36 lg:self-start">
          <DetailFields editor={editor} faults={faults} />
        </aside>
      </div>
      <PreviewDialog open={dialog === "preview"} writing={writing} onClose={close} />
      <PublishDialog
        open={dialog === "publish"}
        slug={post?.slug ?? writing.translation_of}
        onClose={close}
        onPublish={() => {
          close();
          void publishing.publish({ published: true });
        }}
      />
      <ScheduleDialog
        open={dialog === "schedule"}
        at={post?.published_at ?? null}
        isBusy={isBusy}
        onClose={close}
        onSchedule={(at) => publishing.publish({ publish_at: at })}
      />
      <VersionDialog
        open={dialog === "versions"}
        slug={post?.slug ?? ""}
        writing={writing}
        onClose={close}
        onRestore={(version) => {
          const before = writing;
          editor.write(withVersion(before, version));
          flash({
            text: t`Version ${{ number: version.number }} is back as a draft. Publish it to show it to readers.`,
            timeoutMs: 15_000,
            action: { label: t`Undo`, onAction: () => editor.write(before) },
          });
        }}
      />
      <DeletePostDialog
        open={dialog === "delete"}
        title={writing.title}
        isPost={post !== null}
        isBusy={isBusy}
        onClose={close}
        onDelete={publishing.remove}
      />
    </>
  );
}
