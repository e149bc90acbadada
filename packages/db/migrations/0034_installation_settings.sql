CREATE TABLE "installation_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed_value" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setup_codes" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"nonce" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "setup_codes_id_check" CHECK ("setup_codes"."id" = 1)
);
