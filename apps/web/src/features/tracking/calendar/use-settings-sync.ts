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

/** Folding several groups quickly makes one call. */
const sendDelayMs = 400;

type Utils = ReturnType<typeof trpc.useUtils>;

interface SettingsSync {
  /** Undefined until it is known. */
  username: string | undefined;
  plan: Plan | undefined;
  settings: ServerPreferenceValues | undefined;
}

/**
 * Keeps the preferences of this browser and of the account the same, on a plan that syncs them to all devices. Values
 * that cannot be sent now are sent a while later, when the network is back, when the user returns to the page, or when
 * the dashboard is opened the next time.
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
    // The plan has just begun to sync preferences: earlier choices must not be lost.
    if (isEmpty(settings) && !isEmpty(preferences.read())) preferences.sendAll();
    preferences.take(settings);
  }, [preferences, isKept, settings]);

  const sender = useRef<PreferenceSender>(null);
  useEffect(() => {
    if (!isKept) return;
    // The sender is not needed until the user has chosen something.
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
    // A preference was changed or loaded: there may be something to send.
    void values;
    const timer = setTimeout(() => sender.current?.now(), sendDelayMs);
    return () => clearTimeout(timer);
  }, [values]);
}

function isEmpty(settings: ServerPreferenceValues): boolean {
  const { layout, filter, sort, density, week_start, month_total, folded_groups } = settings;
  return [layout, filter, sort, density, week_start, month_total, folded_groups].every((member) => member == null);
}

/** @throws if the values could not be sent */
async function sendPreferences(utils: Utils, preferences: Preferences): Promise<void> {
  const unsent = preferences.unsent();
  if (!unsent) return;
  // A response on its way is older than this change, and would undo it.
  await utils.auth.settings.get.cancel();
  try {
    const settings = await utils.client.auth.settings.update.mutate(unsent);
    preferences.acknowledge(unsent);
    utils.auth.settings.get.setData({}, settings);
  } catch (error) {
    // The plan does not sync preferences, or no longer; this browser still stores them.
    if (problemOf(error)?.status !== 403) throw error;
    preferences.acknowledge(unsent);
  }
}
