CREATE TABLE "done_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"subscription_id" bigint NOT NULL,
	"habit_id" bigint NOT NULL,
	"day" date NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "reminder_done" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "done_tokens" ADD CONSTRAINT "done_tokens_subscription_fk" FOREIGN KEY ("user_id","subscription_id") REFERENCES "public"."push_subscriptions"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "done_tokens_subscription_idx" ON "done_tokens" USING btree ("user_id","subscription_id");--> statement-breakpoint
CREATE INDEX "done_tokens_expires_at_idx" ON "done_tokens" USING btree ("expires_at");