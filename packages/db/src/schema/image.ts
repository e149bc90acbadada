import { bigint, integer, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "./user.ts";

/** A re-encoded image. Its files are in the uploads folder, under its name. */
export const images = pgTable(
  "images",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /**
     * The name of the stored files, without width and extension. It contains a hash of the content, so a name always
     * means the same file.
     */
    name: text().notNull(),
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
  (table) => [uniqueIndex("images_name_key").on(table.name)],
);
