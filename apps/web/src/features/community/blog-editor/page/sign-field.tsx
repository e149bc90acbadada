import { Checkbox } from "@daymark/ui/checkbox";
import { Trans } from "@lingui/react/macro";
import { trpc } from "../../../../lib/network/trpc.ts";
import type { Editor } from "../use-editor.ts";

/** Whether readers see who wrote the post. An admin can show only their own name, and hide any. */
export function SignField({ editor }: { editor: Editor }) {
  const { data: profile } = trpc.auth.profile.useQuery({});
  const { signed_by } = editor.writing;
  const name = signed_by ?? profile?.username;
  if (name === undefined) return null;
  return (
    <Checkbox
      label={<Trans>Show {name} as the author</Trans>}
      hint={<Trans>Otherwise the author is the Daymark team.</Trans>}
      checked={signed_by !== null}
      onChange={({ target }) => editor.change({ signed_by: target.checked ? name : null })}
    />
  );
}
