CREATE TABLE "app_access_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"connected_app_id" bigint NOT NULL,
	"scopes" text[] NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_clients" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "app_clients_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_id" text NOT NULL,
	"name" text NOT NULL,
	"redirect_uris" text[] NOT NULL,
	"secret_hash" text,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"app_client_id" bigint NOT NULL,
	"redirect_uri" text NOT NULL,
	"code_challenge" text NOT NULL,
	"resource" text NOT NULL,
	"scopes" text[] NOT NULL,
	"redeemed_at" timestamp with time zone,
	"connected_app_id" bigint,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_device_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"user_code" text NOT NULL,
	"app_client_id" bigint NOT NULL,
	"resource" text NOT NULL,
	"scopes" text[] NOT NULL,
	"user_id" bigint,
	"decision" text,
	"interval_seconds" integer NOT NULL,
	"polled_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_refresh_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"connected_app_id" bigint NOT NULL,
	"rotated_at" timestamp with time zone,
	"next_nonce" text
);
--> statement-breakpoint
CREATE TABLE "connected_apps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "connected_apps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"app_client_id" bigint NOT NULL,
	"resource" text NOT NULL,
	"scopes" text[] NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "app_access_tokens" ADD CONSTRAINT "app_access_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_access_tokens" ADD CONSTRAINT "app_access_tokens_connected_app_id_connected_apps_id_fk" FOREIGN KEY ("connected_app_id") REFERENCES "public"."connected_apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_codes" ADD CONSTRAINT "app_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_codes" ADD CONSTRAINT "app_codes_app_client_id_app_clients_id_fk" FOREIGN KEY ("app_client_id") REFERENCES "public"."app_clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_codes" ADD CONSTRAINT "app_codes_connected_app_id_connected_apps_id_fk" FOREIGN KEY ("connected_app_id") REFERENCES "public"."connected_apps"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_device_codes" ADD CONSTRAINT "app_device_codes_app_client_id_app_clients_id_fk" FOREIGN KEY ("app_client_id") REFERENCES "public"."app_clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_device_codes" ADD CONSTRAINT "app_device_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_refresh_tokens" ADD CONSTRAINT "app_refresh_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_refresh_tokens" ADD CONSTRAINT "app_refresh_tokens_connected_app_id_connected_apps_id_fk" FOREIGN KEY ("connected_app_id") REFERENCES "public"."connected_apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connected_apps" ADD CONSTRAINT "connected_apps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connected_apps" ADD CONSTRAINT "connected_apps_app_client_id_app_clients_id_fk" FOREIGN KEY ("app_client_id") REFERENCES "public"."app_clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "app_access_tokens_user_id_idx" ON "app_access_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "app_access_tokens_connected_app_id_idx" ON "app_access_tokens" USING btree ("connected_app_id");--> statement-breakpoint
CREATE INDEX "app_access_tokens_expires_at_idx" ON "app_access_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "app_clients_client_id_key" ON "app_clients" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "app_codes_user_id_idx" ON "app_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "app_codes_app_client_id_idx" ON "app_codes" USING btree ("app_client_id");--> statement-breakpoint
CREATE INDEX "app_codes_connected_app_id_idx" ON "app_codes" USING btree ("connected_app_id");--> statement-breakpoint
CREATE INDEX "app_codes_expires_at_idx" ON "app_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "app_device_codes_user_code_key" ON "app_device_codes" USING btree ("user_code");--> statement-breakpoint
CREATE INDEX "app_device_codes_app_client_id_idx" ON "app_device_codes" USING btree ("app_client_id");--> statement-breakpoint
CREATE INDEX "app_device_codes_user_id_idx" ON "app_device_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "app_device_codes_expires_at_idx" ON "app_device_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "app_refresh_tokens_user_id_idx" ON "app_refresh_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "app_refresh_tokens_connected_app_id_idx" ON "app_refresh_tokens" USING btree ("connected_app_id");--> statement-breakpoint
CREATE INDEX "app_refresh_tokens_rotated_at_idx" ON "app_refresh_tokens" USING btree ("rotated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "connected_apps_user_id_client_resource_key" ON "connected_apps" USING btree ("user_id","app_client_id","resource");--> statement-breakpoint
CREATE INDEX "connected_apps_app_client_id_idx" ON "connected_apps" USING btree ("app_client_id");--> statement-breakpoint
CREATE INDEX "connected_apps_expires_at_idx" ON "connected_apps" USING btree ("expires_at");--> statement-breakpoint
-- As for API keys: every node forgets the callers whose tokens end. Expired tokens are no news.
CREATE TRIGGER app_access_tokens_deleted AFTER DELETE ON app_access_tokens FOR EACH ROW
WHEN (old.expires_at > now())
EXECUTE FUNCTION notice_session();
--> statement-breakpoint
CREATE TRIGGER app_access_tokens_truncated AFTER TRUNCATE ON app_access_tokens FOR EACH STATEMENT
EXECUTE FUNCTION notice_all_callers();
--> statement-breakpoint
CREATE TRIGGER app_access_tokens_changed AFTER UPDATE ON app_access_tokens FOR EACH ROW
EXECUTE FUNCTION notice_session();
