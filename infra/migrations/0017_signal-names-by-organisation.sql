DROP INDEX "signal_names_path_index";--> statement-breakpoint
ALTER TABLE "signal_names" ADD COLUMN "org_id" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "signal_names_org_id_path_index" ON "signal_names" USING btree ("org_id","path");