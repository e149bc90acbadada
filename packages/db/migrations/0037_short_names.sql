ALTER TABLE "habits" ADD COLUMN "short_name" text;--> statement-breakpoint
CREATE UNIQUE INDEX "habits_short_name_key" ON "habits" USING btree ("user_id","short_name") WHERE "habits"."short_name" is not null and "habits"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "habits" ADD CONSTRAINT "habits_short_name_check" CHECK (char_length("short_name") between 1 and 32);