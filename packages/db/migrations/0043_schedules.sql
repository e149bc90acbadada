ALTER TABLE "habits" ADD COLUMN "schedule" jsonb;--> statement-breakpoint
ALTER TABLE "habits" ADD CONSTRAINT "habits_schedule_check" CHECK ("schedule" is null or "times_per_week" is null);