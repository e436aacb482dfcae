CREATE TABLE "detection_settings" (
	"org_uuid" uuid PRIMARY KEY NOT NULL,
	"false_alerts_at_most" real,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "held_back_findings" (
	"org_uuid" uuid NOT NULL,
	"vehicle_id" integer NOT NULL,
	"dedup_key" text NOT NULL,
	"severity" smallint NOT NULL,
	"day" date NOT NULL,
	"rule" text NOT NULL,
	"title" text NOT NULL,
	"bus" text,
	"count" bigint NOT NULL,
	"first_seen" timestamp (6) with time zone NOT NULL,
	"last_seen" timestamp (6) with time zone NOT NULL,
	"false_alerts" real NOT NULL,
	CONSTRAINT "held_back_findings_org_uuid_day_dedup_key_severity_pk" PRIMARY KEY("org_uuid","day","dedup_key","severity")
);
--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "false_alerts" real;--> statement-breakpoint
ALTER TABLE "detection_settings" ADD CONSTRAINT "detection_settings_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_back_findings" ADD CONSTRAINT "held_back_findings_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_back_findings" ADD CONSTRAINT "held_back_findings_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."vehicles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "held_back_findings_vehicle_id_index" ON "held_back_findings" USING btree ("vehicle_id");