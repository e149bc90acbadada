ALTER TABLE "habits" ADD COLUMN "unit_label" text;--> statement-breakpoint
ALTER TABLE "habits" ADD CONSTRAINT "habits_unit_label_check" CHECK (char_length("unit_label") between 1 and 102);