ALTER TABLE "artefact_versions" ADD COLUMN "by_name" text;--> statement-breakpoint
ALTER TABLE "artefact_comments" ADD COLUMN "created_by_name" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "asked_by_name" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "decided_by_name" text;--> statement-breakpoint
ALTER TABLE "programs" ADD COLUMN "import_uuid" uuid;--> statement-breakpoint
CREATE INDEX "programs_import_uuid_index" ON "programs" USING btree ("import_uuid") WHERE import_uuid IS NOT NULL;