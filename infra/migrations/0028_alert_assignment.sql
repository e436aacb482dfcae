CREATE TABLE "alert_step_positions" (
	"org_uuid" uuid PRIMARY KEY NOT NULL,
	"epoch" text NOT NULL,
	"seq" bigint NOT NULL,
	"turns" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_timers" (
	"org_uuid" uuid NOT NULL,
	"alert_uuid" uuid NOT NULL,
	"step_uuid" uuid NOT NULL,
	"due_at" timestamp (6) with time zone NOT NULL,
	"fired_at" timestamp (6) with time zone,
	CONSTRAINT "alert_timers_alert_uuid_step_uuid_pk" PRIMARY KEY("alert_uuid","step_uuid")
);
--> statement-breakpoint
DROP INDEX "alerts_open_dedup";--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "merged_into_uuid" uuid;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "merged_status" text;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "merge_open" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "overdue_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "alert_steps" ADD COLUMN "assignment" jsonb;--> statement-breakpoint
ALTER TABLE "alert_steps" ADD COLUMN "escalation" jsonb;--> statement-breakpoint
ALTER TABLE "alert_step_positions" ADD CONSTRAINT "alert_step_positions_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_timers" ADD CONSTRAINT "alert_timers_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_timers" ADD CONSTRAINT "alert_timers_step_uuid_alert_steps_uuid_fk" FOREIGN KEY ("step_uuid") REFERENCES "public"."alert_steps"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_timers_due" ON "alert_timers" USING btree ("due_at") WHERE fired_at IS NULL;--> statement-breakpoint
CREATE INDEX "alert_timers_by_step" ON "alert_timers" USING btree ("step_uuid");--> statement-breakpoint
CREATE INDEX "alerts_by_merge" ON "alerts" USING btree ("merged_into_uuid") WHERE merged_into_uuid IS NOT NULL;--> statement-breakpoint
CREATE INDEX "alerts_open_by_owner" ON "alerts" USING btree ("org_uuid","owner_uuid") WHERE owner_uuid IS NOT NULL AND status NOT IN ('CLOSED', 'MERGED');--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open_dedup" ON "alerts" USING btree ("org_uuid","dedup_key","severity") WHERE status NOT IN ('CLOSED', 'MERGED') OR merge_open;