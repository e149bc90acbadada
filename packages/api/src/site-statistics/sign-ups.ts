import type { Database, Sql } from "@daymark/db/connection/client";
import { withinTransaction } from "@daymark/db/connection/within-transaction";

/*
 * A sign-up is an account that a person created. It still counts when the account is deleted: the deletion adds it to
 * the day of the sign-up under the measures below, from which an open day is counted again.
 */
export const deletedSignUps = "deleted_sign_ups";
export const deletedSignUpsByLanguage = "deleted_sign_ups_by_language";

/** How the user of a row of `users` signed up. A user without password and provider signs in with a passkey. */
export function wayOf(sql: Sql) {
  return sql`
    case
      when password_hash is not null then 'password'
      else coalesce((select min(provider) from identities where user_id = users.id), 'passkey')
    end`;
}

/** The data of a user that the statistics need when the user's rows are deleted. */
export interface Leaving {
  /** `YYYY-MM-DD`, by UTC. */
  joined: string;
  way: string;
  language: string;
  signed_up: boolean;
}

/** The caller reads it before the deletion: afterwards no row of the user is left to count. */
export async function readLeaving(sql: Sql, userId: number): Promise<Leaving | undefined> {
  const [row] = await sql<Leaving[]>`
    select (date_joined at time zone 'UTC')::date::text as joined, ${wayOf(sql)} as way, language, signed_up
    from users where id = ${userId}`;
  return row;
}

/** Counts a deletion, as the last statement of its transaction: parallel deletions wait for each other here. */
export async function countDeletion(sql: Sql, { joined, way, language, signed_up }: Leaving): Promise<void> {
  await sql`
    insert into statistics_days (day, measure, label, amount)
    select (now() at time zone 'UTC')::date, 'deletions', '', 1
    union all
    select ${joined}::date, measure, label, 1
    from (values (${deletedSignUps}, ${way}), (${deletedSignUpsByLanguage}, ${language})) as counted (measure, label)
    where ${signed_up}
    -- All deletions lock the rows in one order.
    order by 1, 2, 3
    on conflict (measure, day, label) do update set amount = statistics_days.amount + 1`;
}

/**
 * Removes the operator's own account from the sign-ups. An earlier version, or the registration that it once was, may
 * have counted it. It is then subtracted from the days and weeks that are not counted again.
 */
export async function countAsOperator(db: Database, userId: number): Promise<void> {
  await withinTransaction(db, async ({ $client: sql }) => {
    // The counting job locks the same row.
    await sql`select from statistics_state for update`;
    const [account] = await sql<{ joined: string; way: string; language: string }[]>`
      update users set signed_up = false where id = ${userId} and signed_up
      returning (date_joined at time zone 'UTC')::date::text as joined, ${wayOf(sql)} as way, language`;
    if (!account) return;
    const { joined, way, language } = account;
    await sql`
      update statistics_days set amount = amount - 1
      where day = ${joined} and amount > 0
        and (measure, label) in (('sign_ups', ${way}), ('sign_ups_by_language', ${language}))`;
    await sql`
      update statistics_cohorts set
        users = users - 1,
        active = active - (
          select count(*) from active_days
          where user_id = ${userId} and first_of_week
            and day between week + 7 * weeks_later and week + 7 * weeks_later + 6
        )
      where week = date_trunc('week', ${joined}::timestamp)::date and users > 0`;
  });
}
