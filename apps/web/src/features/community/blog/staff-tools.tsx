import type { Blog } from "@daymark/domain/community/blog";
import { buttonClass } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import Pencil from "lucide-react/icons/pencil";
import { ApiProvider } from "../../../lib/api.tsx";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { trpc } from "../../../lib/network/trpc.ts";

const LockButton = lazyComponent(
  async () => ({ default: (await import("../thread/lock-button.tsx")).LockButton }),
  (props) => props.comments,
  "moderation",
);

/** The tools of an admin beside a post. */
export default function StaffTools({ post }: { post: Blog }) {
  return (
    <ApiProvider>
      <Tools post={post} />
    </ApiProvider>
  );
}

function Tools({ post: { slug, comments } }: { post: Blog }) {
  const { data: profile } = trpc.auth.profile.useQuery({});
  if (!profile?.is_staff) return null;
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <LockButton thread={{ kind: "blog", slug }} comments={comments} />
      <a href={`/blog/${slug}/edit`} className={buttonClass({ size: "small" })}>
        <Pencil aria-hidden="true" />
        <Trans>Edit</Trans>
      </a>
    </div>
  );
}
