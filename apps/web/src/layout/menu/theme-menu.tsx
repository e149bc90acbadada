import { classes } from "@daymark/ui/classes";
import { iconButtonClass } from "@daymark/ui/icon-button";
import { useLingui } from "@lingui/react/macro";
import Check from "lucide-react/icons/check";
import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import { useSyncExternalStore } from "react";
import { useApp } from "../../lib/app.ts";
import type { Theme } from "../../lib/preferences/theme.ts";
import { Disclosure, menuLineClass } from "./disclosure.tsx";

export function ThemeMenu() {
  const { t } = useLingui();
  return (
    <Disclosure
      label={t`Theme`}
      button={
        <>
          {/* CSS decides which icon is visible, because the server does not know the theme. */}
          <Moon aria-hidden="true" className="light:hidden" />
          <Sun aria-hidden="true" className="dark:hidden" />
        </>
      }
      buttonClassName={iconButtonClass()}
    >
      <ThemeChoices />
    </Disclosure>
  );
}

const never = () => () => {};

/** The items of the menu; the mobile menu shows them too. */
export function ThemeChoices({ className }: { className?: string }) {
  const { t } = useLingui();
  const { browser, site } = useApp();
  const store = browser?.theme;
  const current = useSyncExternalStore<Theme>(
    store?.subscribe ?? never,
    () => store?.get() ?? site.defaultTheme,
    () => site.defaultTheme,
  );
  const choices = [
    { theme: "light", name: t`Light`, icon: <Sun aria-hidden="true" /> },
    { theme: "dark", name: t`Dark`, icon: <Moon aria-hidden="true" /> },
    { theme: "system", name: t`System`, icon: <Monitor aria-hidden="true" /> },
  ] as const;
  return choices.map(({ theme, name, icon }) => (
    <button
      key={theme}
      type="button"
      aria-pressed={theme === current}
      onClick={(event) => {
        const details = event.currentTarget.closest("details");
        if (details) details.open = false;
        store?.set(theme);
        browser?.keepChoice({ theme });
      }}
      className={classes(menuLineClass, className)}
    >
      {icon}
      <span className="flex-1">{name}</span>
      {theme === current ? <Check aria-hidden="true" className="text-accent-text!" /> : null}
    </button>
  ));
}
