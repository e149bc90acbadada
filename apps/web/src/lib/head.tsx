import { brand } from "@daymark/domain/base/brand";
import type { Language } from "@daymark/domain/text/language";
import { useLingui } from "@lingui/react";
import { useEffect, useSyncExternalStore } from "react";
import { useApp } from "./app.ts";
import type { About } from "./page/describe.ts";
import { addressesOf, type PageVersion } from "./page/page-address.ts";
import { useHydrationReport } from "./page/use-hydration-report.ts";

interface PageHeadProps {
  /** Shown as `{title} | Daymark`. */
  title: string;
  description?: string;
  /** Path of a public page, without the language. Search engines do not index a page without one. */
  path?: string;
  /**
   * All language versions, this page included, if each language has a separate page, such as a post and its
   * translation.
   */
  versions?: readonly PageVersion[];
  /** The subject of the page, for search engines and for sites that show a link to it. */
  about?: About;
}

let dialogTitles: readonly { title: string }[] = [];
const titleListeners = new Set<() => void>();
const topTitle = () => dialogTitles.at(-1)?.title;

function setDialogTitles(next: typeof dialogTitles) {
  dialogTitles = next;
  for (const listener of titleListeners) listener();
}

function subscribeToTitles(listener: () => void) {
  titleListeners.add(listener);
  return () => {
    titleListeners.delete(listener);
  };
}

/**
 * The title of the page while a dialog with a title is open. When the dialog closes, the page's title returns.
 *
 * @param title shown as `{title} | Daymark`; null while the dialog is closed
 */
export function useDialogTitle(title: string | null) {
  useEffect(() => {
    if (title === null) return;
    const entry = { title };
    setDialogTitles([...dialogTitles, entry]);
    return () => setDialogTitles(dialogTitles.filter((other) => other !== entry));
  }, [title]);
}

const noTitle = () => undefined;

/**
 * Title and description of a page, and its addresses in each language. React puts them into the head. Tags that only
 * crawlers read, and only in the document as sent, are added by the server (entry-server.tsx).
 */
export function PageHead({ title, description, path, versions, about }: PageHeadProps) {
  const { i18n } = useLingui();
  const { site, describe } = useApp();
  useHydrationReport();
  const dialogTitle = useSyncExternalStore(subscribeToTitles, topTitle, noTitle);
  const fullTitle = `${dialogTitle ?? title} | ${brand}`;
  const addresses = path === undefined ? null : addressesOf(path, i18n.locale as Language, versions);
  if (addresses) describe?.({ title, description, about, address: addresses.own });
  return (
    <>
      <title>{fullTitle}</title>
      {description ? <meta name="description" content={description} /> : null}
      {addresses ? (
        <>
          <link rel="canonical" href={site.publicUrl + addresses.own} />
          {addresses.others.map(({ language, address }) => (
            <link key={language} rel="alternate" hrefLang={language} href={site.publicUrl + address} />
          ))}
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  );
}
