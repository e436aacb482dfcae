DROP INDEX "alerts_open_dedup";--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open_dedup" ON "alerts" USING btree ("org_uuid","dedup_key","severity") WHERE status NOT IN ('CLOSED', 'MERGED');