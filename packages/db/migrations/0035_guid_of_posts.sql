ALTER TABLE "blogs" ADD COLUMN "guid_slug" text;--> statement-breakpoint
-- Feed readers know the posts by the addresses that they have now.
UPDATE "blogs" SET "guid_slug" = "slug" WHERE "published_at" IS NOT NULL;
