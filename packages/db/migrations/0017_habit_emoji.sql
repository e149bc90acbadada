ALTER TABLE "habits" ADD COLUMN "emoji" text;--> statement-breakpoint
ALTER TABLE "habits" ADD CONSTRAINT "habits_emoji_check" CHECK (char_length("habits"."emoji") between 1 and 32);