ALTER TABLE "feature_requests" ADD COLUMN "stage" text;--> statement-breakpoint
ALTER TABLE "feature_requests" ADD COLUMN "shipped_at" timestamp with time zone;--> statement-breakpoint
UPDATE "feature_requests" SET "shipped_at" = "updated_at" WHERE "reason" = 'shipped';