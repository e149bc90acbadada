import { brand } from "@daymark/domain/brand";
import { type Language, languages } from "@daymark/domain/language";
import { useLingui } from "@lingui/react";
import { useEffect } from "react";
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

/** Title and description of a page, and its addresses in each language. React puts them into the head. */
export function PageHead({ title, description, path }: PageHeadProps) {
  const { i18n } = useLingui();
  const { publicUrl } = useSite();
  // Every page has a head, and a page's parts are taken over together.
  useEffect(() => tellHydrated(), []);
  const fullTitle = `${title} | ${brand}`;
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
