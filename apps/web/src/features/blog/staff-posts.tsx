import { ApiProvider } from "../../lib/api.tsx";
import { late } from "../../lib/late.tsx";
import { trpc } from "../../lib/trpc.ts";

const UnfinishedPosts = late(
  () => import("../blog-editor/unfinished-posts.tsx"),
  ({ isStaff }) => isStaff,
  "editor",
);

/** What admins alone see above the list; nobody else fetches it. */
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
