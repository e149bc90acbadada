import type { Image } from "@daymark/domain/community/image";
import { Button } from "@daymark/ui/button";
import { Dialog, type DialogProps } from "@daymark/ui/dialog";
import { Spinner } from "@daymark/ui/spinner";
import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { apiOf } from "../../../../lib/api.tsx";
import { useApp } from "../../../../lib/app.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { Failed } from "../../post-draft/failed.tsx";

interface ImageDialogProps {
  open: boolean;
  onClose: () => void;
  onChoose: (image: Image) => void;
  finalFocus: NonNullable<DialogProps["finalFocus"]>;
}

/** The uploaded images, newest first. */
export default function ImageDialog({ open, onClose, onChoose, finalFocus }: ImageDialogProps) {
  const { t } = useLingui();
  const app = useApp();
  // tRPC's infinite query also sends a direction, and the server refuses unknown input.
  const query = useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.image.list), "pages"],
    queryFn: ({ pageParam: cursor }) => apiOf(app).client.image.list.query({ limit: 24, ...(cursor && { cursor }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: open,
  });
  const images = query.data?.pages.flatMap(({ results }) => results) ?? [];
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t`Earlier images`}
      closeLabel={t`Close`}
      width="wide"
      finalFocus={finalFocus}
    >
      {query.isPending ? <Spinner /> : null}
      {query.error ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data && images.length === 0 ? (
        <p className="py-6 text-center text-ink-muted">
          <Trans>There are no images yet.</Trans>
        </p>
      ) : null}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {images.map((image) => (
          <li key={image.id}>
            <button
              type="button"
              onClick={() => onChoose(image)}
              className="flex w-full flex-col gap-1.5 rounded-control border border-line p-1.5 text-left hover:border-line-strong"
            >
              <img
                src={image.url}
                srcSet={image.srcset}
                sizes="12rem"
                width={image.width}
                height={image.height}
                alt=""
                loading="lazy"
                className="aspect-square w-full rounded-lg bg-sunken object-cover"
              />
              <span className="line-clamp-2 text-xs leading-snug break-words">{image.alt}</span>
            </button>
          </li>
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button className="mt-4 w-full" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          <Trans>More</Trans>
        </Button>
      ) : null}
    </Dialog>
  );
}
