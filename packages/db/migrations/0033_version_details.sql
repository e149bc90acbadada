ALTER TABLE "blog_versions" ADD COLUMN "tags" text[];--> statement-breakpoint
ALTER TABLE "blog_versions" ADD COLUMN "cover_image_id" bigint;--> statement-breakpoint
ALTER TABLE "blog_versions" ADD COLUMN "cover_alt" text;--> statement-breakpoint
ALTER TABLE "blog_versions" ADD COLUMN "signed_by" bigint;--> statement-breakpoint
ALTER TABLE "blog_versions" ADD CONSTRAINT "blog_versions_cover_image_id_images_id_fk" FOREIGN KEY ("cover_image_id") REFERENCES "public"."images"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blog_versions" ADD CONSTRAINT "blog_versions_signed_by_users_id_fk" FOREIGN KEY ("signed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blog_versions_cover_image_id_idx" ON "blog_versions" USING btree ("cover_image_id");--> statement-breakpoint
-- The newest version is the present content of its post. What older ones had is unknown.
UPDATE "blog_versions" v SET "tags" = b."tags", "cover_image_id" = b."cover_image_id", "cover_alt" = b."cover_alt", "signed_by" = b."signed_by"
FROM "blogs" b WHERE b."id" = v."blog_id" AND v."number" = (SELECT max("number") FROM "blog_versions" WHERE "blog_id" = b."id");
