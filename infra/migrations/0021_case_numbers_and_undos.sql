CREATE TABLE "alert_undos" (
	"org_uuid" uuid NOT NULL,
	"job_uuid" uuid NOT NULL,
	"alert_uuid" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_undos_org_uuid_job_uuid_alert_uuid_pk" PRIMARY KEY("org_uuid","job_uuid","alert_uuid")
);
--> statement-breakpoint
ALTER TABLE "change_counters" ADD COLUMN "cases" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_undos" ADD CONSTRAINT "alert_undos_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_undos_created_at_index" ON "alert_undos" USING btree ("created_at");--> statement-breakpoint
-- the numbers of existing cases stay: the next one follows the highest
UPDATE "change_counters" c SET "cases" = coalesce((SELECT max(k."number") FROM "cases" k WHERE k."org_uuid" = c."org_uuid"), 0);
