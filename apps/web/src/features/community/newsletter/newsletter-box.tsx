import { buttonClass } from "@daymark/ui/button";
import { classes } from "@daymark/ui/classes";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useRouter } from "@tanstack/react-router";
import Mail from "lucide-react/icons/mail";
import { useApp, useSessionStatus, useSite } from "../../../lib/app.ts";
import { leaveSubscription } from "../../../lib/drafts/left-subscription.ts";
import { lazyComponent } from "../../../lib/lazy-component.tsx";

const NewsletterChoice = lazyComponent(
  () => import("./newsletter-choice.tsx"),
  ({ isUser }) => isUser,
);

/**
 * Offers the newsletter below posts. It takes no address: the newsletter goes to verified addresses of accounts, so a
 * guest signs up, and the wish is kept on the way.
 *
 * @param path of the page, to which a guest returns
 */
export function NewsletterBox({ path, className }: { path: string; className?: string }) {
  const { t } = useLingui();
  const isUser = useSessionStatus() === "user";
  return (
    <section
      id="newsletter"
      aria-label={t`Newsletter`}
      className={classes(
        "flex scroll-mt-24 flex-wrap items-center gap-x-6 gap-y-4 rounded-card border border-line bg-surface px-5 py-5 sm:px-6",
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-72 gap-4">
        <span className="hidden size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text sm:grid">
          <Mail aria-hidden="true" className="size-5" />
        </span>
        <div className="min-w-0">
          <h2 className="text-lg leading-snug">
            <Trans>New posts by email</Trans>
          </h2>
          <p className="mt-1 text-[0.9375rem] text-ink-muted">
            <Trans>One email for each new post. Unsubscribe at any time.</Trans>
          </p>
        </div>
      </div>
      <div className="flex min-h-control items-center empty:hidden">
        {isUser ? <NewsletterChoice isUser={isUser} /> : <GuestChoice path={path} />}
      </div>
    </section>
  );
}

function GuestChoice({ path }: { path: string }) {
  const { browser } = useApp();
  const router = useRouter();
  const to = useSite().signUp === "open" ? "/signup" : "/login";
  const next = `${path}#newsletter`;
  return (
    <Link
      to={to}
      search={{ next }}
      preload={false}
      className={buttonClass({ kind: "primary" })}
      onClick={(event) => {
        leaveSubscription();
        const session = browser?.session;
        if (!session || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        // The page may not know yet that its reader is logged in; then the box shows it and subscribes.
        void session.launch().then(() => {
          if (session.status !== "user") void router.navigate({ to, search: { next } });
        });
      }}
    >
      <Trans>Subscribe</Trans>
    </Link>
  );
}
