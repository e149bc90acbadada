import type { Plan } from "@daymark/domain/account/plan";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import {
  browserPreferences,
  type Preferences,
  type ServerPreferenceValues,
} from "../../../lib/preferences/preferences.ts";
import { type PreferenceSender, startPreferenceSender } from "./send-preferences.ts";

/** A row of groups that is folded one after another is one call. */
const sendDelayMs = 400;

type Utils = ReturnType<typeof trpc.useUtils>;

interface SettingsSync {
  /** Undefined until it is known. */
  username: string | undefined;
  plan: Plan | undefined;
  settings: ServerPreferenceValues | undefined;
}

/**
 * Keeps the values of this browser and those of the account the same, on the plan that keeps them for all devices.
 * What cannot be sent now is sent a while later, when there is a network again, when the page is looked at, or when the
 * dashboard is opened the next time.
 */
export function useSettingsSync({ username, plan, settings }: SettingsSync) {
  const preferences = browserPreferences();
  const utils = trpc.useUtils();
  const isKept = plan === "paid";
  const values = useSyncExternalStore(preferences.subscribe, preferences.read);

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

  const sender = useRef<PreferenceSender>(null);
  useEffect(() => {
    if (!isKept) return;
    // It has nothing to do before something was chosen.
    const timer = setTimeout(() => {
      sender.current = startPreferenceSender(() => sendPreferences(utils, preferences));
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
    void values;
    const timer = setTimeout(() => sender.current?.now(), sendDelayMs);
    return () => clearTimeout(timer);
  }, [values]);
}

function isEmpty(settings: ServerPreferenceValues): boolean {
  const { layout, filter, sort, density, week_start, folded_groups } = settings;
  return [layout, filter, sort, density, week_start, folded_groups].every((member) => member == null);
}

/** @throws where they could not be sent */
async function sendPreferences(utils: Utils, preferences: Preferences): Promise<void> {
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
