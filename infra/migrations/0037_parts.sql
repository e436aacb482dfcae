DROP INDEX "component_keys_by_package";--> statement-breakpoint
ALTER TABLE "groups_to_match" ADD COLUMN "after_component" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "component_keys_by_package" ON "component_keys" USING btree ("ecosystem","name","component_id");