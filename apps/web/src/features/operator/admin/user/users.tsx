import type { AdminUser } from "@daymark/domain/operator/admin-user";
import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { getQueryKey } from "@trpc/react-query";
import UserPlus from "lucide-react/icons/user-plus";
import UserSearchIcon from "lucide-react/icons/user-search";
import { useState } from "react";
import { useSite } from "../../../../lib/app.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { AdminPage } from "../admin-page.tsx";
import { FilterBar } from "../list/filter-bar.tsx";
import { RowList } from "../list/row-list.tsx";
import { useList } from "../list/use-list.ts";
import { useListSearch } from "../list/use-list-search.ts";
import { userFilterOf, userSearch } from "../list/user-search.ts";
import { NewUserDialog } from "./new-user-dialog.tsx";
import { UserLine } from "./user-line.tsx";

/** All accounts, filtered and sorted by the address, and the actions of admins. */
export function Users() {
  const { t } = useLingui();
  const { plans } = useSite();
  const { search, isFiltered, onSearch } = useListSearch(userSearch);
  const { client } = trpc.useUtils();
  const [isMaking, setMaking] = useState(false);
  const filter = userFilterOf(search);
  const list = useList<AdminUser>([...getQueryKey(trpc.adminUser.list), filter], (page) =>
    client.adminUser.list.query({ ...filter, ...page }),
  );
  return (
    <AdminPage
      title={t`Users`}
      intro={<Trans>Users get an email about every change made here.</Trans>}
      actions={
        <Button icon={<UserPlus aria-hidden="true" />} onClick={() => setMaking(true)}>
          <Trans>Create an account</Trans>
        </Button>
      }
    >
      <FilterBar
        values={search}
        onChange={onSearch}
        filters={[
          { kind: "text", name: "search", label: t`Username, email or ID`, wide: true },
          { kind: "choice", name: "staff", label: t`Role`, options: { yes: t`Admins`, no: t`Non-admins` } },
          { kind: "choice", name: "active", label: t`State`, options: { yes: t`Active`, no: t`Deactivated` } },
          { kind: "choice", name: "verified", label: t`Email`, options: { yes: t`Verified`, no: t`Not verified` } },
          ...(plans === "on"
            ? [
                {
                  ...{ kind: "choice" as const, name: "plan" as const, label: t`Plan` },
                  options: { free: t`Free`, paid: t`Paid` },
                },
              ]
            : []),
          {
            kind: "sort",
            name: "sort",
            label: t`Order`,
            first: t`Newest first`,
            options: { old: t`Oldest first`, name: t`Username`, active: t`Last active day` },
          },
        ]}
      />
      <RowList
        list={list}
        line={(user) => <UserLine key={user.id} user={user} />}
        empty={{ icon: <UserSearchIcon />, title: t`No users yet`, text: t`New accounts appear here.` }}
        isFiltered={isFiltered}
        more={t`More users`}
      />
      <NewUserDialog open={isMaking} onClose={() => setMaking(false)} />
    </AdminPage>
  );
}
