import { deriveKey, open, seal } from "@daymark/auth/crypto/derived-key";
import type { Database, Transaction } from "@daymark/db/connection/client";
import { installationSettings } from "@daymark/db/schema/installation";
import { StartError } from "@daymark/db/start-error";
import { sql } from "drizzle-orm";

/** The variables whose values the operator may choose at the first start. A variable that is set wins. */
export const storableNames = ["PUBLIC_URL", "SIGN_UP", "PLANS", "DEFAULT_PLAN", "SMTP_URL", "MAIL_FROM"] as const;
export type StorableName = (typeof storableNames)[number];

/** Values by the names of their variables, in the form of a variable. */
export type Settings = { readonly [Name in StorableName]?: string };

/**
 * Stores settings for all nodes. They are encrypted, so that neither the database nor its backups reveal the password
 * of the mail server without the installation's secret key.
 */
export async function storeSettings(
  tx: Transaction,
  secretKey: string | Uint8Array,
  settings: Settings,
): Promise<void> {
  const key = deriveKey(secretKey, "settings");
  for (const [name, value] of Object.entries(settings)) {
    const changed = { sealed_value: seal(key, value), changed_at: sql`now()` };
    await tx
      .insert(installationSettings)
      .values({ name, ...changed })
      .onConflictDoUpdate({ target: installationSettings.name, set: changed });
  }
}

/**
 * Reads the stored settings.
 *
 * @param options.isSet names whose variables are set: their stored values are not read
 * @throws StartError if a value is encrypted with another secret key
 */
export async function readStoredSettings(
  db: Database,
  { secretKey, isSet }: { secretKey: string | Uint8Array; isSet: (name: StorableName) => boolean },
): Promise<Settings> {
  const key = deriveKey(secretKey, "settings");
  const rows = await db.select().from(installationSettings);
  const settings: { [Name in StorableName]?: string } = {};
  for (const { name, sealed_value } of rows) {
    const storable = storableNames.find((each) => each === name);
    if (storable && !isSet(storable)) settings[storable] = openValue(key, storable, sealed_value);
  }
  return settings;
}

function openValue(key: Uint8Array, name: StorableName, sealed: string): string {
  try {
    return open(key, sealed);
  } catch {
    throw new StartError(
      `${name} was chosen at the first start and is encrypted with another SECRET_KEY: use that key again, or set ${name}.`,
    );
  }
}
