import { type Language, languages } from "@daymark/domain/text/language";
import { Segmented } from "@daymark/ui/segmented";
import { Trans, useLingui } from "@lingui/react/macro";
import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import { useSyncExternalStore } from "react";
import { languageNames, showLanguage } from "../../../layout/menu/language-menu.tsx";
import { useApp, useBrowser } from "../../../lib/app.ts";
import type { Theme } from "../../../lib/preferences/theme.ts";
import { Refusal } from "./refusal.tsx";
import { SavedMark } from "./saved-mark.tsx";
import { SettingCard, SettingRow } from "./setting-card.tsx";
import { useSetting } from "./use-setting.ts";

export function AppearanceCard() {
  return (
    <SettingCard
      title={<Trans>Language and theme</Trans>}
      description={<Trans>Language and appearance in this browser. Emails use the same language.</Trans>}
    >
      <LanguageRow />
      <ThemeRow />
    </SettingCard>
  );
}

function LanguageRow() {
  const { t, i18n } = useLingui();
  const app = useApp();
  const setting = useSetting("language");
  return (
    <SettingRow
      title={<Trans>Language</Trans>}
      status={<SavedMark phase={setting.phase} />}
      control={
        <Segmented<Language>
          label={t`Language`}
          options={languages.map((language) => ({ value: language, label: languageNames[language] }))}
          // Shows the page's language, wherever it was chosen.
          value={i18n.locale as Language}
          onValueChange={(next) => void setting.save(next, () => showLanguage(app.languages, next))}
          className="w-full md:w-auto"
        />
      }
    >
      <Refusal error={setting.error} />
    </SettingRow>
  );
}

function ThemeRow() {
  const { t } = useLingui();
  const { theme } = useBrowser();
  const setting = useSetting("theme");
  const shown = useSyncExternalStore<Theme>(theme.subscribe, theme.get);
  return (
    <SettingRow
      title={<Trans>Theme</Trans>}
      text={shown === "system" ? <Trans>Follows your device, day and night.</Trans> : undefined}
      status={<SavedMark phase={setting.phase} />}
      control={
        <Segmented<Theme>
          label={t`Theme`}
          options={[
            { value: "light", label: t`Light`, icon: <Sun aria-hidden="true" /> },
            { value: "dark", label: t`Dark`, icon: <Moon aria-hidden="true" /> },
            { value: "system", label: t`System`, icon: <Monitor aria-hidden="true" /> },
          ]}
          value={shown}
          onValueChange={(next) => {
            theme.set(next);
            void setting.save(next);
          }}
          className="w-full md:w-auto max-sm:[&_button]:px-0.5"
        />
      }
    >
      <Refusal error={setting.error} />
    </SettingRow>
  );
}
