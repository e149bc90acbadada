CREATE TABLE "habit_links" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "habit_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"habit_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" text NOT NULL,
	"token_end" text NOT NULL,
	"last_used_at" timestamp with time zone,
	"last_tap" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "habit_links" ADD CONSTRAINT "habit_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "habit_links_hash_key" ON "habit_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "habit_links_user_id_idx" ON "habit_links" USING btree ("user_id");