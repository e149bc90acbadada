import { useLingui } from "@lingui/react/macro";
import { AdminPage } from "../../operator/admin/admin-page.tsx";
import { BanList } from "./ban-list.tsx";
import { ReportQueue } from "./report-queue.tsx";

/** Where admins keep order: what was reported, and who may not write. */
export function Moderation() {
  const { t } = useLingui();
  return (
    <AdminPage title={t`Moderation`}>
      <div className="max-w-3xl">
        <ReportQueue />
        <BanList />
      </div>
    </AdminPage>
  );
}
