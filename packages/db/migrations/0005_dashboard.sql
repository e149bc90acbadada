CREATE TABLE "push_subscriptions" (
	"user_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "push_subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"session_id" text NOT NULL,
	"endpoint_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "push_subscriptions_endpoint_key" UNIQUE("user_id","endpoint_hash")
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"user_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "reminders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"habit_id" bigint NOT NULL,
	"minute" smallint NOT NULL,
	"weekdays" smallint[] DEFAULT '{1,2,3,4,5,6,7}' NOT NULL,
	"by_push" boolean DEFAULT true NOT NULL,
	"by_mail" boolean DEFAULT false NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reminders_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "reminders_minute_key" UNIQUE("user_id","habit_id","minute"),
	CONSTRAINT "reminders_minute_check" CHECK ("reminders"."minute" between 0 and 1439)
);
--> statement-breakpoint
CREATE TABLE "vacations" (
	"user_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "vacations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vacations_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "vacations_range_check" CHECK ("vacations"."from_day" <= "vacations"."to_day")
);
--> statement-breakpoint
ALTER TABLE "progress" DROP CONSTRAINT "progress_says_something_check";--> statement-breakpoint
ALTER TABLE "habits" ADD COLUMN "times_per_week" smallint;--> statement-breakpoint
ALTER TABLE "habits" ADD COLUMN "group_name" text;--> statement-breakpoint
ALTER TABLE "progress" ADD COLUMN "confirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "progress" ADD COLUMN "vacation_id" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "dashboard" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "reminder_mails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_user_id_habit_id_habits_user_id_id_fk" FOREIGN KEY ("user_id","habit_id") REFERENCES "public"."habits"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vacations" ADD CONSTRAINT "vacations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_subscriptions_session_idx" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "reminders_next_at_idx" ON "reminders" USING btree ("next_at");--> statement-breakpoint
ALTER TABLE "progress" ADD CONSTRAINT "progress_user_id_vacation_id_vacations_user_id_id_fk" FOREIGN KEY ("user_id","vacation_id") REFERENCES "public"."vacations"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "progress_vacation_idx" ON "progress" USING btree ("user_id","vacation_id") WHERE "progress"."vacation_id" is not null;--> statement-breakpoint
ALTER TABLE "habits" ADD CONSTRAINT "habits_times_per_week_check" CHECK ("habits"."times_per_week" between 1 and 7);--> statement-breakpoint
ALTER TABLE "progress" ADD CONSTRAINT "progress_confirmed_check" CHECK (not ("progress"."confirmed" and ("progress"."value" is not null or "progress"."skipped")));--> statement-breakpoint
ALTER TABLE "progress" ADD CONSTRAINT "progress_vacation_check" CHECK ("progress"."vacation_id" is null or "progress"."skipped");--> statement-breakpoint
ALTER TABLE "progress" ADD CONSTRAINT "progress_says_something_check" CHECK ("progress"."value" is not null or "progress"."skipped" or "progress"."note" is not null or "progress"."confirmed");