CREATE TABLE "jobs" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"status" text DEFAULT 'QUEUED' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"outcome" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"messages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" text,
	"input" jsonb NOT NULL,
	"checkpoint" jsonb,
	"created_by_uuid" uuid NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (6) with time zone,
	"finished_at" timestamp (6) with time zone,
	"beat_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"owner_uuid" uuid NOT NULL,
	"page" text NOT NULL,
	"name" text NOT NULL,
	"search" jsonb NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "raised_at" timestamp (6) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "closed_at" timestamp (6) with time zone;--> statement-breakpoint
UPDATE alerts a SET
	raised_at = coalesce((SELECT min(c.at) FROM alert_changes c WHERE c.alert_uuid = a.uuid AND c.kind = 'raise'), a.first_seen),
	closed_at = CASE WHEN a.status IN ('CLOSED', 'MERGED') THEN coalesce((SELECT max(c.at) FROM alert_changes c WHERE c.alert_uuid = a.uuid AND c.kind = 'close'), a.last_seen) END;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "words" text GENERATED ALWAYS AS (lower(title || ' ' || rule || ' ' || jsonb_path_query_array(observables, '$[*].value')::text)) STORED;--> statement-breakpoint
ALTER TABLE "ingest_rejects" ADD COLUMN "state" text DEFAULT 'KEPT' NOT NULL;--> statement-breakpoint
ALTER TABLE "ingest_rejects" ADD COLUMN "retry_event" text;--> statement-breakpoint
ALTER TABLE "ingest_rejects" ADD COLUMN "retried_by" text;--> statement-breakpoint
ALTER TABLE "ingest_rejects" ADD COLUMN "retried_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "ingest_rejects" ADD COLUMN "retry_reason" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_created_by_uuid_users_uuid_fk" FOREIGN KEY ("created_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_uuid_users_uuid_fk" FOREIGN KEY ("owner_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "jobs_org_uuid_created_at_index" ON "jobs" USING btree ("org_uuid","created_at");--> statement-breakpoint
CREATE INDEX "jobs_unfinished" ON "jobs" USING btree ("org_uuid") WHERE status IN ('QUEUED', 'RUNNING');--> statement-breakpoint
CREATE INDEX "saved_views_org_uuid_page_index" ON "saved_views" USING btree ("org_uuid","page");--> statement-breakpoint
CREATE INDEX "alerts_by_raising" ON "alerts" USING btree ("org_uuid","raised_at");--> statement-breakpoint
CREATE INDEX "alerts_by_case" ON "alerts" USING btree ("case_uuid") WHERE case_uuid IS NOT NULL;--> statement-breakpoint
CREATE INDEX "alerts_by_observable" ON "alerts" USING gin (observables jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "ingest_rejects_retrying" ON "ingest_rejects" USING btree ("id") WHERE state = 'RETRYING';