import { bigint, integer, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "./user.ts";

/** A re-encoded image. Its files are among the uploads, under its name. */
export const images = pgTable(
  "images",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /**
     * The name of the stored files, without width and extension. It is random and never comes again, so a name always
     * means the same file, and files of a deleted image can be deleted at any later time.
     */
    name: text().notNull(),
    /**
     * A hash of the uploaded file, so that a repeated upload is the same image. Null for an image of a node older than
     * this column.
     */
    hash: text(),
    /** Width of the largest stored size, in pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** Size of the largest stored file. */
    bytes: integer().notNull(),
    /** The stored widths, ascending. The last one is the image's own. */
    widths: integer().array().notNull(),
    alt: text().notNull(),
    uploaded_by: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex("images_name_key").on(table.name), uniqueIndex("images_hash_key").on(table.hash)],
);
