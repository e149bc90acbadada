import { AlertDialog } from "@daymark/ui/alert-dialog";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { trpc } from "../../../../lib/network/trpc.ts";

interface PublishDialogProps {
  open: boolean;
  /** The slug of the post or of its translation; null for a new post without one. */
  slug: string | null;
  onClose: () => void;
  onPublish: () => void;
}

/** Asks the admin before publishing a post, because subscribers get an email at once, which cannot be undone. */
export default function PublishDialog({ open, slug, onClose, onPublish }: PublishDialogProps) {
  const { t } = useLingui();
  // The number of this moment, each time the dialog opens.
  const audience = trpc.blog.audience.useQuery(slug === null ? {} : { blog_slug: slug }, {
    enabled: open,
    staleTime: 0,
    retry: false,
  });
  const count = audience.isFetching ? 0 : (audience.data?.subscribers ?? 0);
  const description = audience.isFetching
    ? t`Counting the subscribers…`
    : audience.isError
      ? t`The subscribers could not be counted. Everyone who has not been emailed about this post gets an email.`
      : count > 0
        ? t`Everyone can read it at once, and each subscriber gets one email.`
        : t`Everyone can read it at once. Nobody gets an email.`;
  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={
        count > 0 ? (
          <Plural value={count} one="Publish and email # subscriber?" other="Publish and email # subscribers?" />
        ) : (
          <Trans>Publish the post?</Trans>
        )
      }
      description={description}
      cancelLabel={t`Cancel`}
      confirmLabel={t`Publish`}
      kind="primary"
      isBusy={audience.isFetching}
      onConfirm={onPublish}
    />
  );
}
