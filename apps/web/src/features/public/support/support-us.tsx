import { buttonClass } from "@daymark/ui/button";
import { linkClass } from "@daymark/ui/link";
import { Trans, useLingui } from "@lingui/react/macro";
import ExternalLink from "lucide-react/icons/external-link";
import { useSite } from "../../../lib/app.ts";
import { PageHead } from "../../../lib/head.tsx";
import type { NamedLink } from "../../../lib/page/site.ts";
import { CopyButton } from "../../copy/copy-button.tsx";
import { QrCode } from "../../copy/qr-code.tsx";

export function SupportUs() {
  const { t } = useLingui();
  const { donations, contactEmail } = useSite();
  return (
    <div className="mx-auto w-full max-w-7xl px-4 py-14 sm:px-6 sm:py-20">
      <PageHead
        title={t`Support Us`}
        path="/support-us"
        description={t`Daymark has no ads and sells no data. If you find it useful, you can help keep it running.`}
      />
      <header>
        <h1 className="text-4xl sm:text-5xl">
          <Trans>Support Us</Trans>
        </h1>
        <p className="mt-6 max-w-[60ch] text-lg text-ink-muted">
          <Trans>
            Daymark has no ads and never sells your data. It does need a server, backups, a domain and reliable email.
            If you find it useful, you can help cover the cost. Giving unlocks nothing, and nothing changes if you
            don’t.
          </Trans>
        </p>
      </header>
      {donations.length > 0 ? (
        <ul className="mt-12 grid gap-5 lg:grid-cols-2">
          {donations.map((method) => (
            <Method key={method.url} method={method} />
          ))}
        </ul>
      ) : null}
      <section aria-labelledby="other-ways" className="mt-16 border-t border-line pt-8">
        <h2 id="other-ways" className="text-2xl">
          <Trans>Other ways to help</Trans>
        </h2>
        <ul className="mt-5 flex max-w-[60ch] list-disc flex-col gap-3 pl-5 text-ink-muted">
          <li>
            <Trans>Tell someone who would like it.</Trans>
          </li>
          <li>
            <Trans>Tell us what is wrong or missing. We read every message.</Trans>
          </li>
          <li>
            <Trans>
              Found wording that sounds odd in your language? Write to{" "}
              <a href={`mailto:${contactEmail}`} className={linkClass}>
                {contactEmail}
              </a>
              .
            </Trans>
          </li>
        </ul>
      </section>
    </div>
  );
}

/** A wallet address opens in the reader's wallet app, if there is one, so the page also shows it as text to copy. */
function Method({ method }: { method: NamedLink }) {
  const { t } = useLingui();
  const { url } = method;
  const name = useMethodName(method.name);
  const isPage = /^https?:/.test(url);
  return (
    <li className="flex flex-col gap-6 rounded-card border border-line bg-surface p-6 sm:flex-row sm:p-8">
      <QrCode text={url} label={t`QR code of the address for ${name}`} />
      <div className="flex min-w-0 flex-1 flex-col">
        <h2 className="text-2xl wrap-anywhere">{name}</h2>
        <p className="mt-2 text-ink-muted">
          {isPage ? (
            <Trans>Point the camera of your phone at the code, or open the page here.</Trans>
          ) : (
            <Trans>Scan the code with your wallet, or copy the address.</Trans>
          )}
        </p>
        <p className="mt-3 font-mono text-sm wrap-anywhere select-all">{url}</p>
        <div className="mt-auto flex flex-wrap gap-3 pt-5">
          <a
            href={url}
            rel="noopener noreferrer"
            {...(isPage && { target: "_blank" })}
            className={buttonClass({ kind: "primary", size: "small" })}
          >
            <ExternalLink aria-hidden="true" />
            {isPage ? <Trans>Open the page</Trans> : <Trans>Open in a wallet</Trans>}
            {isPage ? (
              <span className="sr-only">
                <Trans>(in a new tab)</Trans>
              </span>
            ) : null}
          </a>
          <CopyButton text={url} label={t`Copy the address`} />
        </div>
      </div>
    </li>
  );
}

/**
 * Translates the names of payment methods that are common in DONATION_URL. Other names are shown as the operator wrote
 * them.
 */
function useMethodName(name: string): string {
  const { t } = useLingui();
  const known = new Map([
    ["card", t`Card`],
    ["bank transfer", t`Bank transfer`],
  ]);
  return known.get(name.toLowerCase()) ?? name;
}
