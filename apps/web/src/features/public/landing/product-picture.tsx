import { classes } from "@daymark/ui/classes";
import { Trans, useLingui } from "@lingui/react/macro";

/** By file name. Taken from the running product by scripts/landing-pictures.ts. */
const pictures = import.meta.glob<string>("./pictures/*.{avif,webp}", {
  eager: true,
  query: "?url",
  import: "default",
});

/** In pixels of the files. */
const sizes = { wide: { width: 1440, height: 716 }, narrow: { width: 780, height: 1184 } };

/** The dashboard as it is, in the reader's language and theme; a phone's on a narrow screen. */
export function ProductPicture() {
  return (
    <section aria-labelledby="product-title" className="border-t border-line">
      <div className="mx-auto w-full max-w-7xl px-4 py-16 sm:px-6 sm:py-24">
        <h2 id="product-title" className="text-3xl sm:text-[2.5rem]">
          <Trans>Your month on one screen</Trans>
        </h2>
        <p className="mt-4 max-w-[60ch] text-lg text-ink-muted">
          <Trans>
            The dashboard after a year of use: what you did, what you kept under its limit, and what is left today.
          </Trans>
        </p>
        {/* CSS decides which one is visible, because the server does not know the theme. The other one is not loaded. */}
        <div className="mt-8 overflow-hidden rounded-2xl border border-line shadow-lift">
          <ThemePicture theme="light" className="dark:hidden" />
          <ThemePicture theme="dark" className="light:hidden" />
        </div>
      </div>
    </section>
  );
}

function ThemePicture({ theme, className }: { theme: "light" | "dark"; className: string }) {
  const { t, i18n } = useLingui();
  const file = (frame: "wide" | "narrow", format: "avif" | "webp") =>
    pictures[`./pictures/${frame}-${i18n.locale}-${theme}.${format}`];
  return (
    <picture className={classes("block", className)}>
      <source media="(min-width: 640px)" type="image/avif" srcSet={file("wide", "avif")} {...sizes.wide} />
      <source media="(min-width: 640px)" type="image/webp" srcSet={file("wide", "webp")} {...sizes.wide} />
      <source type="image/avif" srcSet={file("narrow", "avif")} {...sizes.narrow} />
      <img
        src={file("narrow", "webp")}
        alt={t`The dashboard: a month of good and bad habits with their marks, goals and streaks.`}
        {...sizes.narrow}
        loading="lazy"
        decoding="async"
        className="h-auto w-full"
      />
    </picture>
  );
}
