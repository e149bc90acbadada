ALTER TABLE "habit_links" ALTER COLUMN "habit_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "habit_links" ADD COLUMN "shows_title" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "habit_links" ADD CONSTRAINT "habit_links_habit_id_check" CHECK ("habit_links"."habit_id" is not null or "habit_links"."purpose" = 'year');