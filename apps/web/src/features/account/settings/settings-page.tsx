import { Button } from "@daymark/ui/button";
import { Card } from "@daymark/ui/card";
import { EmptyState } from "@daymark/ui/empty-state";
import { Skeleton } from "@daymark/ui/skeleton";
import { Trans, useLingui } from "@lingui/react/macro";
import CloudOff from "lucide-react/icons/cloud-off";
import type { ReactNode } from "react";
import { PageHead } from "../../../lib/head.tsx";
import { trpc } from "../../../lib/network/trpc.ts";
import type { Profile } from "./profile.ts";

interface SettingsPageProps {
  title: string;
  intro: ReactNode;
  /** The content, once the profile is loaded. */
  children: (profile: Profile) => ReactNode;
}

/** Title, one sentence, and cards below each other, for the logged-in user. */
export function SettingsPage({ title, intro, children }: SettingsPageProps) {
  const profile = trpc.auth.profile.useQuery({});
  return (
    <>
      <PageHead title={title} />
      <h1 className="text-3xl">{title}</h1>
      <p className="mt-2 max-w-[68ch] text-ink-muted">{intro}</p>
      <div className="mt-7 flex flex-col gap-6" aria-busy={profile.isLoading}>
        {profile.data ? (
          children(profile.data)
        ) : profile.isError ? (
          <Unreachable onRetry={() => void profile.refetch()} isBusy={profile.isFetching} />
        ) : (
          <Shapes />
        )}
      </div>
    </>
  );
}

function Unreachable({ onRetry, isBusy }: { onRetry: () => void; isBusy: boolean }) {
  const { t } = useLingui();
  return (
    <Card>
      <EmptyState
        tone="danger"
        icon={<CloudOff />}
        title={t`Your settings could not be loaded`}
        text={<Trans>Nothing is lost. Check your connection and try again.</Trans>}
        action={
          <Button kind="primary" isBusy={isBusy} onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    </Card>
  );
}

/** Skeletons of the cards. */
function Shapes() {
  return [0, 1, 2].map((card) => (
    <Card key={card} className="px-5 py-5 sm:px-6">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="mt-3 h-4 w-full max-w-96" />
      <Skeleton className="mt-8 h-10 w-full" />
      <Skeleton className="mt-4 h-10 w-full" />
    </Card>
  ));
}
