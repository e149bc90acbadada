import type { Sql } from "@daymark/db/connection/client";

/** Amounts by measure, then by label. */
export type Counts = Record<string, Record<string, number>>;

/** The measures that a walk over all accounts counts. */
export const walkedMeasures = [
  "accounts",
  "accounts_by_plan",
  "accounts_by_language",
  "accounts_by_provider",
  "habits",
  "habits_by_type",
  "habits_by_unit",
  "habits_by_plan",
] as const;

/** The counts that are always present, even if they are zero. */
export function nothingCounted(): Counts {
  return {
    accounts: { all: 0, active: 0, verified: 0, two_factor: 0, paid: 0, staff: 0, newsletter: 0 },
    habits: { all: 0, active: 0, archived: 0 },
  };
}

interface AccountGroup {
  plan: string;
  language: string;
  email_verified: boolean;
  two_factor_enabled: boolean;
  is_active: boolean;
  is_staff: boolean;
  newsletter_subscriber: boolean;
  has_password: boolean;
  amount: string;
}

/**
 * Adds a slice of all accounts and their habits to the counts. It reads the rows of this many users, by their primary
 * keys.
 *
 * @param slice users' ids: at most `size` of them after the given one
 * @returns the last id of the slice, or null after the last slice
 */
export async function countAccounts(
  sql: Sql,
  counts: Counts,
  { after, size }: { after: number; size: number },
): Promise<number | null> {
  const [slice] = await sql<{ last: string | null; size: number }[]>`
    select max(id) as last, count(*)::int as size
    from (select id from users where id > ${after} order by id limit ${size}) as slice`;
  if (!slice || slice.last === null) return null;
  const { last } = slice;
  const accounts = await sql<AccountGroup[]>`
    select plan, language, email_verified, two_factor_enabled, is_active, is_staff, newsletter_subscriber,
      password_hash is not null as has_password, count(*) as amount
    from users where id > ${after} and id <= ${last}
    group by 1, 2, 3, 4, 5, 6, 7, 8`;
  for (const group of accounts) addAccounts(counts, group);
  // One account may have several passkeys.
  const providers = await sql<{ provider: string; amount: string }[]>`
    select provider, count(*) as amount from identities where user_id > ${after} and user_id <= ${last} group by 1
    union all
    select 'passkey', count(distinct user_id) from passkeys where user_id > ${after} and user_id <= ${last}
    having count(*) > 0`;
  for (const { provider, amount } of providers) add(counts, "accounts_by_provider", provider, amount);
  const habits = await sql<{ type: string; unit: string; archived: boolean; plan: string; amount: string }[]>`
    select type, unit, archived, plan, count(*) as amount
    from habits join users on users.id = habits.user_id
    where habits.user_id > ${after} and habits.user_id <= ${last} and users.id > ${after} and users.id <= ${last}
      and deleted_at is null
    group by 1, 2, 3, 4`;
  for (const { type, unit, archived, plan, amount } of habits) {
    add(counts, "habits", "all", amount);
    add(counts, "habits", archived ? "archived" : "active", amount);
    add(counts, "habits_by_type", type, amount);
    add(counts, "habits_by_unit", unit, amount);
    add(counts, "habits_by_plan", plan, amount);
  }
  return slice.size < size ? null : Number(last);
}

function addAccounts(counts: Counts, { amount, ...group }: AccountGroup): void {
  add(counts, "accounts", "all", amount);
  if (group.is_active) add(counts, "accounts", "active", amount);
  if (group.email_verified) add(counts, "accounts", "verified", amount);
  if (group.two_factor_enabled) add(counts, "accounts", "two_factor", amount);
  if (group.plan === "paid") add(counts, "accounts", "paid", amount);
  if (group.is_staff) add(counts, "accounts", "staff", amount);
  if (group.newsletter_subscriber) add(counts, "accounts", "newsletter", amount);
  add(counts, "accounts_by_plan", group.plan, amount);
  add(counts, "accounts_by_language", group.language, amount);
  if (group.has_password) add(counts, "accounts_by_provider", "password", amount);
}

function add(counts: Counts, measure: string, label: string, amount: string): void {
  const labels = counts[measure] ?? {};
  counts[measure] = { ...labels, [label]: (labels[label] ?? 0) + Number(amount) };
}
