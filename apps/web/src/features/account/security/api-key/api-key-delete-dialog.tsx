import type { ApiKey } from "@daymark/domain/account/api-key";
import { useLingui } from "@lingui/react/macro";
import { trpc } from "../../../../lib/network/trpc.ts";
import { RemovalDialog, type RemovalTarget } from "../removal-dialog.tsx";

export default function ApiKeyDeleteDialog(target: RemovalTarget<ApiKey>) {
  const { t } = useLingui();
  const utils = trpc.useUtils();
  return (
    <RemovalDialog
      {...target}
      words={({ name }) => ({
        title: t`Revoke “${{ name }}”?`,
        description: t`Anything that uses it stops working at once. This cannot be undone.`,
        confirm: t`Revoke`,
      })}
      removal={trpc.apiKey.delete.useMutation()}
      onRemoved={() => utils.apiKey.list.invalidate()}
    />
  );
}
