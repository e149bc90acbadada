CREATE TABLE "statistics_state" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"rolled_up_at" timestamp with time zone,
	"open_from" date,
	"walked_to" bigint DEFAULT 0 NOT NULL,
	"walked" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"walked_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "active_days_day_idx";--> statement-breakpoint
ALTER TABLE "active_days" ADD COLUMN "joined_week" date NOT NULL;--> statement-breakpoint
ALTER TABLE "active_days" ADD COLUMN "first_of_week" boolean NOT NULL;--> statement-breakpoint
ALTER TABLE "active_days" ADD COLUMN "first_of_month" boolean NOT NULL;--> statement-breakpoint
CREATE INDEX "habits_created_at_idx" ON "habits" USING btree ("created_at","type");--> statement-breakpoint
CREATE INDEX "users_date_joined_idx" ON "users" USING btree ("date_joined");--> statement-breakpoint
CREATE INDEX "active_days_day_idx" ON "active_days" USING btree ("day","first_of_week","first_of_month","joined_week");