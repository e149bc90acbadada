CREATE TABLE "provider_log_outs" (
	"provider" text NOT NULL,
	"jti_hash" text NOT NULL,
	"subject" text,
	"sid" text,
	"issued_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "provider_log_outs_provider_jti_hash_pk" PRIMARY KEY("provider","jti_hash")
);
--> statement-breakpoint
ALTER TABLE "oauth_states" ADD COLUMN "invitation_hash" text;--> statement-breakpoint
CREATE INDEX "provider_log_outs_expires_at_idx" ON "provider_log_outs" USING btree ("expires_at");