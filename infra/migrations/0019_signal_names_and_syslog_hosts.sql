CREATE TABLE "syslog_hosts" (
	"host" text PRIMARY KEY NOT NULL,
	"org_uuid" uuid,
	"unassigned" bigint DEFAULT 0 NOT NULL,
	"wrong_key" bigint DEFAULT 0 NOT NULL,
	"lost_at" timestamp (6) with time zone
);
--> statement-breakpoint
DROP INDEX "signal_names_path_index";--> statement-breakpoint
ALTER TABLE "signal_names" ADD COLUMN "org_id" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "syslog_hosts" ADD CONSTRAINT "syslog_hosts_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "syslog_hosts_lost_at_index" ON "syslog_hosts" USING btree ("lost_at");--> statement-breakpoint
CREATE UNIQUE INDEX "signal_names_org_id_path_index" ON "signal_names" USING btree ("org_id","path");