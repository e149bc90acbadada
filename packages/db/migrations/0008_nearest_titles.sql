DROP INDEX "feature_requests_title_idx";--> statement-breakpoint
CREATE INDEX "feature_requests_title_idx" ON "feature_requests" USING gist (lower("title") gist_trgm_ops(siglen=64));