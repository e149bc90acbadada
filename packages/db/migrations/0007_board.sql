ALTER TABLE "feature_requests" DROP CONSTRAINT "feature_requests_reason_check";--> statement-breakpoint
ALTER TABLE "threads" ADD COLUMN "merged" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "threads" ADD COLUMN "news_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "feature_requests_title_idx" ON "feature_requests" USING gin (lower("title") gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "feature_requests" ADD CONSTRAINT "feature_requests_reason_check" CHECK ("feature_requests"."reason" is null or "feature_requests"."status" = 'closed');