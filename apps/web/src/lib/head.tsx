import { brand } from "@daymark/domain/brand";
import { type Language, languages } from "@daymark/domain/language";
import { useLingui } from "@lingui/react";
import { useEffect, useSyncExternalStore } from "react";
import { useSite } from "./app.ts";

interface PageHeadProps {
  /** Shown as `{title} | Daymark`. */
  title: string;
  description?: string;
  /** Path of a public page, without the language; a page without one is not for search engines. */
  path?: string;
}

let tellHydrated = () => {};

/** Resolves once React has taken over the first page that was rendered, all of it. Never on the server. */
export const pageHydrated = new Promise<void>((resolve) => {
  tellHydrated = resolve;
});

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

/** Title and description of a page, and its addresses in each language. React puts them into the head. */
export function PageHead({ title, description, path }: PageHeadProps) {
  const { i18n } = useLingui();
  const { publicUrl } = useSite();
  // Every page has a head, and a page's parts are taken over together.
  useEffect(() => tellHydrated(), []);
  const dialogTitle = useSyncExternalStore(subscribeToTitles, topTitle, noTitle);
  const fullTitle = `${dialogTitle ?? title} | ${brand}`;
  const addressIn = (language: Language) => `${publicUrl}${path}${language === "en" ? "" : `?lang=${language}`}`;
  return (
    <>
      <title>{fullTitle}</title>
      {description ? <meta name="description" content={description} /> : null}
      {path ? (
        <>
          <link rel="canonical" href={addressIn(i18n.locale as Language)} />
          {languages.map((language) => (
            <link key={language} rel="alternate" hrefLang={language} href={addressIn(language)} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={addressIn("en")} />
          <meta property="og:title" content={fullTitle} />
          <meta property="og:type" content="website" />
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  );
}
