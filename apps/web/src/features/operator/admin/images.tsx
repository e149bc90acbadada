import type { Image } from "@daymark/domain/community/image";
import type { Language } from "@daymark/domain/text/language";
import { AlertDialog } from "@daymark/ui/alert-dialog";
import { Button } from "@daymark/ui/button";
import { Card } from "@daymark/ui/card";
import { EmptyState } from "@daymark/ui/empty-state";
import { linkClass } from "@daymark/ui/link";
import { Trans, useLingui } from "@lingui/react/macro";
import { getQueryKey } from "@trpc/react-query";
import ImagePlus from "lucide-react/icons/image-plus";
import ImagesIcon from "lucide-react/icons/images";
import { useRef, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { useFormat } from "../../../lib/language/format.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { ImageUpload } from "../../community/blog-editor/block/image-upload.tsx";
import { AdminPage } from "./admin-page.tsx";
import { ImageAltDialog } from "./image-alt-dialog.tsx";
import { formatBytes } from "./list/bytes.ts";
import { ListEnd } from "./list/list-end.tsx";
import { Shapes } from "./list/shapes.tsx";
import { useList } from "./list/use-list.ts";

const gridClass = "grid gap-4 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4";
/** One line of several, each high enough for touch. */
const placeClass = `${linkClass} inline-block py-1 pointer-coarse:py-3`;

/** All images of posts, and the posts that show them. */
export function Images() {
  const { t, i18n } = useLingui();
  const utils = trpc.useUtils();
  const chooser = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const { query, rows } = useList<Image>(getQueryKey(trpc.image.list), (page) => utils.client.image.list.query(page));
  return (
    <AdminPage
      title={t`Images`}
      intro={<Trans>Images used in posts. Unused ones can be deleted.</Trans>}
      actions={
        <>
          <input
            ref={chooser}
            type="file"
            accept="image/*"
            hidden
            onChange={({ currentTarget }) => {
              setFile(currentTarget.files?.[0] ?? null);
              // Lets the admin choose the same file again.
              currentTarget.value = "";
            }}
          />
          <Button onClick={() => chooser.current?.click()}>
            <ImagePlus aria-hidden="true" />
            <Trans>Upload</Trans>
          </Button>
        </>
      }
    >
      {file ? (
        <Card className="mb-6 max-w-2xl p-5">
          <ImageUpload
            key={`${file.name} ${file.lastModified}`}
            file={file}
            alt=""
            language={i18n.locale as Language}
            isMissed={false}
            onUploaded={() => {
              setFile(null);
              void utils.image.invalidate();
            }}
            onCancel={() => setFile(null)}
          />
        </Card>
      ) : null}
      {query.isSuccess && rows.length === 0 ? (
        <EmptyState icon={<ImagesIcon />} title={t`No images yet`} text={t`Images in posts appear here.`} />
      ) : null}
      <ul className={gridClass}>
        {rows.map((image) => (
          <li key={image.id}>
            <ImageCard image={image} />
          </li>
        ))}
      </ul>
      <ListEnd
        query={query}
        more={t`Older images`}
        shapes={<Shapes count={8} shape="h-80 rounded-card" className={gridClass} />}
      />
    </AdminPage>
  );
}

function ImageCard({ image }: { image: Image }) {
  const { t } = useLingui();
  const format = useFormat();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const [isDescribing, setDescribing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const { id, url, srcset, width, height, bytes, alt, used_in, used_in_drafts } = image;
  const remove = trpc.image.delete.useMutation({
    onSuccess: ({ detail }) => void report.success(detail),
    onError: (error) => void report.failure(error),
    onSettled: async () => {
      setDeleting(false);
      await utils.image.invalidate();
    },
  });
  const isUnused = used_in.length === 0 && used_in_drafts.length === 0;
  return (
    <Card className="flex h-full flex-col overflow-hidden">
      <img
        src={url}
        srcSet={srcset}
        sizes="20rem"
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        className="aspect-video w-full bg-sunken object-contain"
      />
      <div className="flex grow flex-col gap-2 p-4 text-[0.9375rem]">
        <p className="break-words">{alt}</p>
        <p className="text-sm text-ink-muted tabular-nums">
          {width} × {height} · {formatBytes(format, bytes)} ·{" "}
          {format.instant(image.created_at, { dateStyle: "medium" })}
        </p>
        {isUnused ? (
          <p className="text-sm text-ink-muted">
            <Trans>Not used in any post.</Trans>
          </p>
        ) : (
          <ul className="text-sm break-words">
            {used_in.map((slug) => (
              <li key={slug}>
                <a href={`/blog/${slug}`} className={placeClass}>
                  {slug}
                </a>
              </li>
            ))}
            {used_in_drafts.map((draft) => (
              <li key={draft}>
                <a href={`/blog/new?draft=${draft}`} className={placeClass}>
                  <Trans>Draft {draft}</Trans>
                </a>
              </li>
            ))}
          </ul>
        )}
        <div className="mt-auto flex flex-wrap gap-2">
          <Button size="small" aria-label={t`Describe the image: ${alt}`} onClick={() => setDescribing(true)}>
            <Trans>Describe</Trans>
          </Button>
          {isUnused ? (
            <Button size="small" aria-label={t`Delete the image: ${alt}`} onClick={() => setDeleting(true)}>
              <Trans>Delete</Trans>
            </Button>
          ) : null}
        </div>
      </div>
      {isDescribing ? <ImageAltDialog image={image} onClose={() => setDescribing(false)} /> : null}
      <AlertDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={t`Delete this image?`}
        description={t`This cannot be undone.`}
        cancelLabel={t`Cancel`}
        confirmLabel={t`Delete`}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
      />
    </Card>
  );
}
