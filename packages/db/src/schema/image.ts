import { bigint, integer, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "./user.ts";

/** A picture as it was re-encoded; its files are in the uploads, under its name. */
export const images = pgTable(
  "images",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** Of the stored files, without width and ending: it holds a hash of the content, so that it never changes. */
    name: text().notNull(),
    /** Of the largest stored size, in pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** Of the largest stored file. */
    bytes: integer().notNull(),
    /** Widths in which it is stored, ascending, the last one its own. */
    widths: integer().array().notNull(),
    alt: text().notNull(),
    uploaded_by: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex("images_name_key").on(table.name)],
);
