import { brand } from "@daymark/domain/base/brand";
import type { Language } from "@daymark/domain/text/language";
import { useLingui } from "@lingui/react";
import { useEffect, useSyncExternalStore } from "react";
import { useApp } from "./app.ts";
import type { About } from "./page/describe.ts";
import { useHydrationReport } from "./page/hydration.ts";
import { addressesOf, type PageVersion } from "./page/page-address.ts";

interface PageHeadProps {
  /** Shown as `{title} | Daymark`. */
  title: string;
  description?: string;
  /** Path of a public page, without the language; a page without one is not for search engines. */
  path?: string;
  /** Where each language has a page of its own, such as a post and its translation: all of them, this one too. */
  versions?: readonly PageVersion[];
  /** What the page is about, told to search engines and to whoever shows a link to it. */
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
 * The title of the page while a dialog with one of its own is open; the page's returns with the page.
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
 * Title and description of a page, and its addresses in each language. React puts them into the head; what only machines
 * read, and only of a document as it is sent, the server adds (entry-server.tsx).
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
