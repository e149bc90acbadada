CREATE TABLE "provider_sessions" (
	"session_id" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"sid" text,
	"id_token" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "two_factor_challenges" ADD COLUMN "provider_session" text;--> statement-breakpoint
ALTER TABLE "provider_sessions" ADD CONSTRAINT "provider_sessions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_sessions" ADD CONSTRAINT "provider_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_sessions_provider_subject_idx" ON "provider_sessions" USING btree ("provider","subject");--> statement-breakpoint
CREATE INDEX "provider_sessions_provider_sid_idx" ON "provider_sessions" USING btree ("provider","sid");--> statement-breakpoint
CREATE INDEX "provider_sessions_user_id_idx" ON "provider_sessions" USING btree ("user_id");