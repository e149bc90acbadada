import { Button, buttonClass } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { useHydrated } from "@tanstack/react-router";
import Share2 from "lucide-react/icons/share-2";
import { CopyButton } from "../../copy/copy-button.tsx";
import { shareTargets } from "./share-targets.ts";

interface ShareLinksProps {
  /** The canonical address of the post. */
  address: string;
  title: string;
}

/** Links to share a post. They are plain links: no third party learns anything before the user clicks one. */
export function ShareLinks({ address, title }: ShareLinksProps) {
  const { t } = useLingui();
  const isAlive = useHydrated();
  const canShare = isAlive && typeof navigator.share === "function";
  return (
    <ul aria-label={t`Share`} className="flex flex-wrap items-center gap-2">
      <li className="noscript:hidden">
        <CopyButton text={address} label={t`Copy link`} />
      </li>
      {canShare ? (
        <li>
          <Button
            size="small"
            icon={<Share2 aria-hidden="true" />}
            // A user who closes the share sheet has caused no error.
            onClick={() => void navigator.share({ title, url: address }).catch(() => {})}
          >
            <Trans>Share</Trans>
          </Button>
        </li>
      ) : null}
      {shareTargets({ address, title }).map(({ name, href }) => (
        <li key={href}>
          <a
            href={href}
            rel="nofollow noopener noreferrer"
            className={buttonClass({ kind: "quiet", size: "small" })}
            aria-label={name === "mail" ? t`Share by email` : t`Share on ${name}`}
          >
            {name === "mail" ? <Trans context="a way to share">Email</Trans> : name}
          </a>
        </li>
      ))}
    </ul>
  );
}
