import { ApiProvider } from "../../../lib/api.tsx";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { trpc } from "../../../lib/network/trpc.ts";

const UnfinishedPosts = lazyComponent(
  () => import("../post-draft/unfinished-posts.tsx"),
  ({ isStaff }) => isStaff,
  "editor",
);

/** A part above the list for admins; other users do not fetch it. */
export default function StaffPosts({ isUser }: { isUser: boolean }) {
  return isUser ? (
    <ApiProvider>
      <Posts />
    </ApiProvider>
  ) : null;
}

function Posts() {
  const { data: profile } = trpc.auth.profile.useQuery({});
  return <UnfinishedPosts isStaff={profile?.is_staff === true} />;
}
