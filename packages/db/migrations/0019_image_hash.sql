ALTER TABLE "images" ADD COLUMN "hash" text;--> statement-breakpoint
UPDATE "images" SET "hash" = "name";--> statement-breakpoint
CREATE UNIQUE INDEX "images_hash_key" ON "images" USING btree ("hash");