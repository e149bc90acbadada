ALTER TABLE "notification_targets" ADD COLUMN "answers_slowly" boolean;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "answers_slowly" boolean;