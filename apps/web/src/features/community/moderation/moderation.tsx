import { useLingui } from "@lingui/react/macro";
import { AdminPage } from "../../operator/admin/admin-page.tsx";
import { BanList } from "./ban-list.tsx";
import { PendingQueue } from "./pending-queue.tsx";
import { ReportQueue } from "./report-queue.tsx";

/** The moderation page of admins: requests to decide on, reports and bans. */
export function Moderation() {
  const { t } = useLingui();
  return (
    <AdminPage title={t`Moderation`}>
      <div className="max-w-3xl">
        <PendingQueue />
        <ReportQueue />
        <BanList />
      </div>
    </AdminPage>
  );
}
