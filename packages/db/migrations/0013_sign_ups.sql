ALTER TABLE "users" ADD COLUMN "signed_up" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "users_made_by_operator_idx" ON "users" USING btree ("id") WHERE not "users"."signed_up";