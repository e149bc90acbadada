CREATE TABLE "day_log" (
	"user_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"habit_id" bigint NOT NULL,
	"day" date NOT NULL,
	"at" timestamp with time zone,
	"value" smallint NOT NULL,
	"unit" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "day_log_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "day_log_value_check" CHECK ("day_log"."value" between 1 and 10000)
);
--> statement-breakpoint
-- Citus lets no local table reference a distributed one, so the table is distributed first. The conditions are nested,
-- because pg_dist_partition exists only with the extension.
DO $$
BEGIN
	IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
		IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'public.habits'::regclass AND partmethod = 'h') THEN
			PERFORM create_distributed_table('public.day_log', 'user_id', colocate_with => 'public.habits');
		END IF;
	END IF;
END
$$;
--> statement-breakpoint
ALTER TABLE "habits" ADD COLUMN "keeps_log" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "day_log" ADD CONSTRAINT "day_log_user_id_habit_id_habits_user_id_id_fk" FOREIGN KEY ("user_id","habit_id") REFERENCES "public"."habits"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "day_log_day_idx" ON "day_log" USING btree ("user_id","habit_id","day");