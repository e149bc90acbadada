ALTER TABLE "blogs" ADD COLUMN "cover_image_id" bigint;--> statement-breakpoint
ALTER TABLE "blogs" ADD COLUMN "cover_alt" text;--> statement-breakpoint
ALTER TABLE "blogs" ADD CONSTRAINT "blogs_cover_image_id_images_id_fk" FOREIGN KEY ("cover_image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blogs_cover_image_id_idx" ON "blogs" USING btree ("cover_image_id");