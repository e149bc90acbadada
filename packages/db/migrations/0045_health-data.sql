CREATE TABLE "health_arrivals" (
	"user_id" bigint NOT NULL,
	"source" text NOT NULL,
	"arrived_at" timestamp with time zone NOT NULL,
	"metrics" jsonb NOT NULL,
	"recorded" integer NOT NULL,
	"kept" integer NOT NULL,
	CONSTRAINT "health_arrivals_user_id_source_pk" PRIMARY KEY("user_id","source")
);
--> statement-breakpoint
CREATE TABLE "health_days" (
	"user_id" bigint NOT NULL,
	"habit_id" bigint NOT NULL,
	"day" date NOT NULL,
	"value" smallint NOT NULL,
	"unit" text NOT NULL,
	"points" jsonb,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "health_days_user_id_habit_id_day_pk" PRIMARY KEY("user_id","habit_id","day")
);
--> statement-breakpoint
CREATE TABLE "health_mappings" (
	"user_id" bigint NOT NULL,
	"habit_id" bigint NOT NULL,
	"source" text NOT NULL,
	"metric" text NOT NULL,
	"way" text NOT NULL,
	"unit" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "health_mappings_user_id_habit_id_pk" PRIMARY KEY("user_id","habit_id")
);
--> statement-breakpoint
ALTER TABLE "health_arrivals" ADD CONSTRAINT "health_arrivals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "health_days" ADD CONSTRAINT "health_days_mapping_fk" FOREIGN KEY ("user_id","habit_id") REFERENCES "public"."health_mappings"("user_id","habit_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "health_mappings" ADD CONSTRAINT "health_mappings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;