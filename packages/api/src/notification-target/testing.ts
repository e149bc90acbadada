/** For tests of changes of notification targets. */
import type { Database } from "@daymark/db/connection/client";
import { notificationTargets } from "@daymark/db/schema/connection/notification-target";
import type { NotificationTargetCreateInput } from "@daymark/domain/connection/notification-input";
import type { TargetKind } from "@daymark/domain/notification/target";
import { eq } from "drizzle-orm";
import { createOutgoing } from "../outgoing/outgoing.ts";
import { createReminderApi } from "../reminder/testing.ts";
import type { TestUser } from "../testing.ts";

/** The input of a target of each kind. */
export const given: Record<TargetKind, NotificationTargetCreateInput> = {
  ntfy: { kind: "ntfy", name: "Phone", url: "https://8.8.8.8/", recipient: "secret-topic", secret: "tk_old" },
  gotify: { kind: "gotify", name: "Home", url: "https://8.8.8.8/", secret: "gotify-token" },
  telegram: { kind: "telegram", name: "Chat", recipient: "-1001234567890", secret: `123456789:${"x".repeat(35)}` },
  matrix: { kind: "matrix", name: "Room", url: "https://8.8.8.8/", recipient: "!room:example.org", secret: "syt_x" },
  apprise: { kind: "apprise", name: "Group", secret: "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js" },
};
/** An address that no target of {@link given} has. */
export const elsewhere = "https://8.8.4.4:8443/";
const publicAddress = [{ address: "8.8.8.8", family: 4 }] as const;

/** Resolves each name to a public address, after `onLookUp`. */
export function publicNames(onLookUp: (name: string) => void | Promise<void> = () => {}) {
  return createOutgoing({
    resolve: async (name) => {
      await onLookUp(name);
      return [...publicAddress];
    },
  });
}

export function updateOf({ caller }: Pick<TestUser, "caller">, id: number) {
  return (changes: Omit<Parameters<typeof caller.notificationTarget.update>[0], "id">) =>
    caller.notificationTarget.update({ id, ...changes });
}

/** Creates procedures on a database, and users with a target. */
export async function createTargetApi() {
  const api = await createReminderApi();
  const { db } = api;

  async function createOwner(kind: TargetKind = "ntfy", changes: Partial<NotificationTargetCreateInput> = {}) {
    const owner = await api.createUser({ email_verified: true });
    const { notificationTarget } = owner.callerWith({ outgoing: publicNames() });
    const { id } = await notificationTarget.create({ ...given[kind], ...changes });
    return { owner, id, update: updateOf(owner, id) };
  }

  async function readRow(id: number) {
    const [row] = await db.select().from(notificationTargets).where(eq(notificationTargets.id, id));
    if (!row) throw new Error("the target does not exist");
    return { ...row, settings: api.notifier.openSettings(row.sealed) };
  }

  /** The database, but `happens` runs before each transaction of a call. */
  function delayed(happens: () => Promise<unknown>): Database {
    const transaction: Database["transaction"] = async (...args) => {
      await happens();
      return db.transaction(...args);
    };
    return Object.assign(Object.create(db), { transaction });
  }

  return { ...api, createOwner, readRow, delayed };
}
