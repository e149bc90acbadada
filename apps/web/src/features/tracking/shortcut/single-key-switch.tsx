import { Switch } from "@daymark/ui/switch";
import { useLingui } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import { browserSingleKeys } from "./single-keys.ts";

export function useSingleKeys(): boolean {
  const { subscribe, read } = browserSingleKeys();
  return useSyncExternalStore(subscribe, read);
}

/** Turns off single-key shortcuts, for users who dictate or press keys by accident (WCAG 2.2, 2.1.4). */
export function SingleKeySwitch() {
  const { t } = useLingui();
  return (
    <Switch
      label={t`Single-key shortcuts`}
      hint={t`Letters and symbols pressed on their own, such as S to skip a day. Turn them off if you use dictation or hit keys by accident. Digits on a day, arrows, Enter and keys with Ctrl work either way. Saved in this browser.`}
      checked={useSingleKeys()}
      onCheckedChange={(isOn) => browserSingleKeys().set(isOn)}
    />
  );
}
