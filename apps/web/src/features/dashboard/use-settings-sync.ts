import type { Plan } from "@daymark/domain/plan";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { browserPreferences, type Preferences, type ServerTastes } from "../../lib/preferences.ts";
import { problemOf } from "../../lib/problem.ts";
import { trpc } from "../../lib/trpc.ts";
import { startTastesSender, type TastesSender } from "./send-tastes.ts";

/** A row of groups that is folded one after another is one call. */
const sendDelayMs = 400;

type Utils = ReturnType<typeof trpc.useUtils>;

interface SettingsSync {
  /** Undefined until it is known. */
  username: string | undefined;
  plan: Plan | undefined;
  settings: ServerTastes | undefined;
}

/**
 * Keeps the tastes of this browser and those of the account the same, on the plan that keeps them for all devices.
 * What cannot be sent now is sent a while later, when there is a network again, when the page is looked at, or when the
 * dashboard is opened the next time.
 */
export function useSettingsSync({ username, plan, settings }: SettingsSync) {
  const preferences = browserPreferences();
  const utils = trpc.useUtils();
  const isKept = plan === "paid";
  const tastes = useSyncExternalStore(preferences.subscribe, preferences.read);

  useEffect(() => {
    preferences.syncFor(isKept && username ? username : null);
    return () => preferences.syncFor(null);
  }, [preferences, isKept, username]);

  useEffect(() => {
    if (!isKept || !settings) return;
    // A plan that has just become one that keeps them: what was chosen before it is not lost.
    if (isEmpty(settings) && !isEmpty(preferences.read())) preferences.sendAll();
    preferences.take(settings);
  }, [preferences, isKept, settings]);

  const sender = useRef<TastesSender>(null);
  useEffect(() => {
    if (!isKept) return;
    // It has nothing to do before something was chosen.
    const timer = setTimeout(() => {
      sender.current = startTastesSender(() => sendTastes(utils, preferences));
      sender.current.now();
    }, sendDelayMs);
    return () => {
      clearTimeout(timer);
      sender.current?.stop();
      sender.current = null;
    };
  }, [preferences, utils, isKept]);

  useEffect(() => {
    // What was chosen has changed, or has come: there may be something to send.
    void tastes;
    const timer = setTimeout(() => sender.current?.now(), sendDelayMs);
    return () => clearTimeout(timer);
  }, [tastes]);
}

function isEmpty(settings: ServerTastes): boolean {
  const { layout, filter, sort, density, week_start, folded_groups } = settings;
  return [layout, filter, sort, density, week_start, folded_groups].every((member) => member == null);
}

/** @throws where they could not be sent */
async function sendTastes(utils: Utils, preferences: Preferences): Promise<void> {
  const unsent = preferences.unsent();
  if (!unsent) return;
  // An answer on its way was written before this, and would take it back.
  await utils.auth.settings.get.cancel();
  try {
    const settings = await utils.client.auth.settings.update.mutate(unsent);
    preferences.acknowledge(unsent);
    utils.auth.settings.get.setData({}, settings);
  } catch (error) {
    // A plan that no longer keeps them, or never did: this browser still does.
    if (problemOf(error)?.status !== 403) throw error;
    preferences.acknowledge(unsent);
  }
}
