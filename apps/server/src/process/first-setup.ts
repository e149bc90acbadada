import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Setup, setupClosed } from "@daymark/api/installation/setup";
import { storeSettings } from "@daymark/api/installation/stored-settings";
import type { Log } from "@daymark/api/procedure/context";
import { hasAdmin } from "@daymark/api/setup/check-code";
import { createSetupCodes, createSetupNonce } from "@daymark/auth/crypto/setup-code";
import type { Database } from "@daymark/db/connection/client";
import { installationSettings, setupCodes } from "@daymark/db/schema/installation";
import { brand } from "@daymark/domain/base/brand";
import type { SetupCheck } from "@daymark/domain/operator/setup";
import { max } from "drizzle-orm";
import type { Env } from "../environment/env.ts";
import { openPubSub, type PubSubOptions } from "../pubsub/pubsub.ts";

/** In DATA_DIR: the code, readable by the operator alone. */
export const setupCodeFile = "setup-code";

interface Options {
  env: Env;
  db: Database;
  pubsub: PubSubOptions;
  /** The address under which the operator can open the page. */
  url: string;
  sendTest: Setup["sendTest"];
  /** Starts this server again, once its running requests have their answers. */
  restart: () => void;
  /** Prints a line that the operator reads. The log files do not get the code. */
  print: (line: string) => void;
  log: Log;
}

/**
 * Opens the first start in the browser if the installation has no admin, and tells the operator the code. If passwords
 * are off, the first admin comes from the provider, and the page stays closed.
 */
export async function openSetup(
  options: Options,
): Promise<{ setup: Setup | typeof setupClosed; close: () => Promise<void> }> {
  const { env, db, pubsub, url, restart, print, log } = options;
  const file = join(env.dataDirectory, setupCodeFile);
  if (!env.isPasswordLogInOn || (await hasAdmin(db))) {
    await db.delete(setupCodes);
    await rm(file, { force: true });
    return { setup: setupClosed, close: async () => {} };
  }

  const codes = createSetupCodes(env.secretKey);
  const settingsAtStart = await newestSetting(db);
  let toldNonce = "";
  let isClosed = false;

  async function tell(): Promise<void> {
    const [row] = await db.select().from(setupCodes);
    if (!row || row.nonce === toldNonce) return;
    const isFirst = toldNonce === "";
    toldNonce = row.nonce;
    const code = codes.of(row.nonce);
    const isWritten = await writeCode(file, code).catch((error: unknown) => {
      log.warn({ error }, "the code of the first start could not be written to its file");
      return false;
    });
    const why = isFirst ? `${brand} has no admin yet.` : "The code was replaced after too many wrong ones.";
    print(`${why} Open ${url}/setup and enter the code ${code}${isWritten ? ` (also in ${file})` : ""}.`);
    log.info({ file }, isFirst ? "waiting for the first admin" : "the code of the first start was replaced");
  }

  async function end(): Promise<void> {
    isClosed = true;
    await rm(file, { force: true });
    if ((await newestSetting(db)) !== settingsAtStart) restart();
  }

  const refresh = () =>
    void (async () => ((await hasAdmin(db)) ? end() : tell()))().catch((error: unknown) =>
      log.warn({ error }, "the state of the first start could not be read"),
    );

  await db.insert(setupCodes).values({ nonce: createSetupNonce() }).onConflictDoNothing();
  await tell();
  const channel = await openPubSub(pubsub, {
    channel: "daymark_setup",
    purpose: "setup",
    meanwhile: "other nodes know of the first start when they start again",
    onMessage: refresh,
    onHeld: refresh,
    onLost: () => {},
  });

  const setup: Setup = {
    isOpen: async () => {
      if (!isClosed && (await hasAdmin(db))) await end();
      return !isClosed;
    },
    fixed: fixedBy(env),
    codes,
    announce: async () => {
      await tell();
      await channel.send(["code"]).catch((error: unknown) => log.warn({ error }, "other nodes were not told"));
    },
    sendTest: options.sendTest,
    store: async (tx, settings) => {
      // Throws for a value that no start would accept: once stored, it would stop every node.
      env.chosenWith(settings);
      await storeSettings(tx, env.secretKey, settings);
    },
    finish: async () => {
      // The admin exists, so the call succeeds even if other nodes do not learn of it.
      await channel.send(["end"]).catch((error: unknown) => log.warn({ error }, "other nodes were not told"));
      if (!isClosed) await end();
    },
  };
  return { setup, close: channel.close };
}

async function writeCode(file: string, code: string): Promise<true> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${code}\n`, { mode: 0o600 });
  return true;
}

async function newestSetting(db: Database): Promise<string | null> {
  const [row] = await db.select({ at: max(installationSettings.changed_at) }).from(installationSettings);
  return row?.at?.toISOString() ?? null;
}

/** What variables decide. */
function fixedBy(env: Env): SetupCheck {
  const { installation } = env;
  return {
    language: env.adminLanguage ?? null,
    sign_up: env.isSet("SIGN_UP") ? installation.signUp : null,
    plans: env.isSet("PLANS") ? installation.plans : null,
    default_plan: env.isSet("DEFAULT_PLAN") ? installation.defaultPlan : null,
    public_url: env.isSet("PUBLIC_URL") ? (env.publicUrl ?? null) : null,
    mail_from: env.isSet("MAIL_FROM") ? env.mailFrom : null,
    has_smtp: env.isSet("SMTP_URL"),
  };
}
