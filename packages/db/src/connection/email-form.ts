import { normalizeEmail } from "@daymark/domain/account/auth";
import type { Sql } from "./client.ts";

/** Rows whose domain is not ASCII: an older version stored a domain as its owner typed it. */
interface OldForm {
  id: string;
  email: string;
  pending_email: string | null;
}

/**
 * Converts the addresses that an older version stored to the form in which the server compares them ({@link
 * normalizeEmail}). PostgreSQL has no IDNA, so no SQL migration can do that. Without rows to convert, the function
 * reads the users once.
 *
 * Two accounts may have the same address in this form. The account that already has the form keeps it; otherwise a
 * verified account gets it first, then the older one. The other account stays as it is, and its owner logs in by the
 * user name.
 */
export async function normalizeStoredEmails(sql: Sql): Promise<void> {
  const rows = await sql<OldForm[]>`
    select id, email, pending_email from users
    where octet_length(split_part(email, '@', 2)) <> char_length(split_part(email, '@', 2))
      or octet_length(split_part(pending_email, '@', 2)) <> char_length(split_part(pending_email, '@', 2))
    order by email_verified desc, id`;
  for (const { id, email, pending_email } of rows) {
    await normalize(sql, { id, column: "email", from: email });
    if (pending_email !== null) await normalize(sql, { id, column: "pending_email", from: pending_email });
  }
}

/** Also updates the address of mailed links, which are bound to the stored address, so that they stay valid. */
async function normalize(
  sql: Sql,
  { id, column, from }: { id: string; column: "email" | "pending_email"; from: string },
): Promise<void> {
  const to = normalizeEmail(from);
  if (to === from) return;
  const isFree = column === "email" ? sql`not exists (select from users where email = ${to})` : sql`true`;
  await sql`
    with changed as (
      update users set ${sql(column)} = ${to} where id = ${id} and ${sql(column)} = ${from} and ${isFree} returning id
    )
    update email_tokens set email = ${to} from changed where user_id = changed.id and email = ${from}`;
}
