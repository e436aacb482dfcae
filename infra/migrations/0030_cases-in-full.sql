CREATE TABLE "case_fields" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"options" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"help" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_statuses" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"name" text NOT NULL,
	"stage" text NOT NULL,
	"colour" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_templates" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"name" text NOT NULL,
	"content" jsonb NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_by" text NOT NULL,
	"updated_by_uuid" uuid,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_custody" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "case_custody_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_uuid" uuid NOT NULL,
	"evidence_uuid" uuid NOT NULL,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"action" text NOT NULL,
	"actor_uuid" uuid,
	"actor" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_evidence" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"case_uuid" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"file_name" text,
	"content_type" text,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"sha256" "bytea",
	"target_uuid" uuid,
	"bus" text,
	"from_at" timestamp (6) with time zone,
	"to_at" timestamp (6) with time zone,
	"added_by" text NOT NULL,
	"added_by_uuid" uuid,
	"added_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "case_evidence_files" (
	"evidence_uuid" uuid NOT NULL,
	"part" integer NOT NULL,
	"org_uuid" uuid NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "case_evidence_files_evidence_uuid_part_pk" PRIMARY KEY("evidence_uuid","part")
);
--> statement-breakpoint
CREATE TABLE "case_links" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"case_uuid" uuid NOT NULL,
	"kind" text NOT NULL,
	"target_uuid" uuid,
	"target" text DEFAULT '' NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"added_by" text NOT NULL,
	"added_by_uuid" uuid,
	"added_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_members" (
	"org_uuid" uuid NOT NULL,
	"case_uuid" uuid NOT NULL,
	"user_uuid" uuid NOT NULL,
	"added_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "case_members_case_uuid_user_uuid_pk" PRIMARY KEY("case_uuid","user_uuid")
);
--> statement-breakpoint
CREATE TABLE "case_merges" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"source_uuid" uuid NOT NULL,
	"target_uuid" uuid NOT NULL,
	"moved" jsonb NOT NULL,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"actor_uuid" uuid,
	"actor" text NOT NULL,
	"undone_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "case_story" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"case_uuid" uuid NOT NULL,
	"at" timestamp (6) with time zone NOT NULL,
	"title" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"tactic" text DEFAULT '' NOT NULL,
	"reference" jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"added_by" text NOT NULL,
	"added_by_uuid" uuid,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_tasks" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"case_uuid" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"owner_uuid" uuid,
	"due_at" timestamp (6) with time zone,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"checklist" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp (6) with time zone,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "impact" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "causes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "lessons" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "tlp" text DEFAULT 'AMBER' NOT NULL;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "pap" text DEFAULT 'AMBER' NOT NULL;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "status_uuid" uuid;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "resolution" text;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "need_to_know" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "template_uuid" uuid;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "fields" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "sla" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "detected_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "acknowledged_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "paused_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "paused_since" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "acknowledge_due_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "resolve_due_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "merged_stage" text;--> statement-breakpoint
ALTER TABLE "case_fields" ADD CONSTRAINT "case_fields_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_statuses" ADD CONSTRAINT "case_statuses_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_templates" ADD CONSTRAINT "case_templates_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_custody" ADD CONSTRAINT "case_custody_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_custody" ADD CONSTRAINT "case_custody_evidence_uuid_case_evidence_uuid_fk" FOREIGN KEY ("evidence_uuid") REFERENCES "public"."case_evidence"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_evidence" ADD CONSTRAINT "case_evidence_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_evidence" ADD CONSTRAINT "case_evidence_case_uuid_cases_uuid_fk" FOREIGN KEY ("case_uuid") REFERENCES "public"."cases"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_evidence_files" ADD CONSTRAINT "case_evidence_files_evidence_uuid_case_evidence_uuid_fk" FOREIGN KEY ("evidence_uuid") REFERENCES "public"."case_evidence"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_evidence_files" ADD CONSTRAINT "case_evidence_files_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_links" ADD CONSTRAINT "case_links_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_links" ADD CONSTRAINT "case_links_case_uuid_cases_uuid_fk" FOREIGN KEY ("case_uuid") REFERENCES "public"."cases"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_members" ADD CONSTRAINT "case_members_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_members" ADD CONSTRAINT "case_members_case_uuid_cases_uuid_fk" FOREIGN KEY ("case_uuid") REFERENCES "public"."cases"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_members" ADD CONSTRAINT "case_members_user_uuid_users_uuid_fk" FOREIGN KEY ("user_uuid") REFERENCES "public"."users"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_merges" ADD CONSTRAINT "case_merges_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_merges" ADD CONSTRAINT "case_merges_source_uuid_cases_uuid_fk" FOREIGN KEY ("source_uuid") REFERENCES "public"."cases"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_merges" ADD CONSTRAINT "case_merges_target_uuid_cases_uuid_fk" FOREIGN KEY ("target_uuid") REFERENCES "public"."cases"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_story" ADD CONSTRAINT "case_story_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_story" ADD CONSTRAINT "case_story_case_uuid_cases_uuid_fk" FOREIGN KEY ("case_uuid") REFERENCES "public"."cases"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_tasks" ADD CONSTRAINT "case_tasks_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_tasks" ADD CONSTRAINT "case_tasks_case_uuid_cases_uuid_fk" FOREIGN KEY ("case_uuid") REFERENCES "public"."cases"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "case_fields_by_name" ON "case_fields" USING btree ("org_uuid","name");--> statement-breakpoint
CREATE UNIQUE INDEX "case_statuses_by_name" ON "case_statuses" USING btree ("org_uuid","name");--> statement-breakpoint
CREATE UNIQUE INDEX "case_templates_by_name" ON "case_templates" USING btree ("org_uuid","name");--> statement-breakpoint
CREATE INDEX "case_custody_evidence_uuid_id_index" ON "case_custody" USING btree ("evidence_uuid","id");--> statement-breakpoint
CREATE INDEX "case_evidence_case_uuid_added_at_index" ON "case_evidence" USING btree ("case_uuid","added_at");--> statement-breakpoint
CREATE INDEX "case_evidence_stored" ON "case_evidence" USING btree ("org_uuid") WHERE bytes > 0 AND removed_at IS NULL;--> statement-breakpoint
CREATE INDEX "case_evidence_by_target" ON "case_evidence" USING btree ("target_uuid") WHERE target_uuid IS NOT NULL;--> statement-breakpoint
CREATE INDEX "case_links_case_uuid_index" ON "case_links" USING btree ("case_uuid");--> statement-breakpoint
CREATE INDEX "case_links_by_target" ON "case_links" USING btree ("target_uuid") WHERE target_uuid IS NOT NULL;--> statement-breakpoint
CREATE INDEX "case_members_user_uuid_index" ON "case_members" USING btree ("user_uuid");--> statement-breakpoint
CREATE INDEX "case_merges_target_uuid_index" ON "case_merges" USING btree ("target_uuid");--> statement-breakpoint
CREATE INDEX "case_merges_source_uuid_index" ON "case_merges" USING btree ("source_uuid");--> statement-breakpoint
CREATE INDEX "case_story_case_uuid_position_index" ON "case_story" USING btree ("case_uuid","position");--> statement-breakpoint
CREATE INDEX "case_tasks_case_uuid_position_index" ON "case_tasks" USING btree ("case_uuid","position");--> statement-breakpoint
CREATE INDEX "case_tasks_unfinished" ON "case_tasks" USING btree ("org_uuid","due_at") WHERE state IN ('OPEN', 'IN_PROGRESS');--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_status_uuid_case_statuses_uuid_fk" FOREIGN KEY ("status_uuid") REFERENCES "public"."case_statuses"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_template_uuid_case_templates_uuid_fk" FOREIGN KEY ("template_uuid") REFERENCES "public"."case_templates"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_merged_into_cases_uuid_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."cases"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_of_cases_by_observable" ON "alerts" USING gin (observables jsonb_path_ops) WHERE case_uuid IS NOT NULL;--> statement-breakpoint
CREATE INDEX "cases_by_number" ON "cases" USING btree ("org_uuid","number");--> statement-breakpoint
CREATE INDEX "cases_by_stage" ON "cases" USING btree ("org_uuid","stage","status_uuid","number");--> statement-breakpoint
CREATE INDEX "cases_by_owner" ON "cases" USING btree ("org_uuid","owner_uuid","number");--> statement-breakpoint
CREATE INDEX "cases_by_status" ON "cases" USING btree ("status_uuid");--> statement-breakpoint
CREATE INDEX "cases_by_template" ON "cases" USING btree ("template_uuid");--> statement-breakpoint
CREATE INDEX "cases_by_merge" ON "cases" USING btree ("merged_into") WHERE merged_into IS NOT NULL;--> statement-breakpoint
-- the clocks of the cases that are there: detected by their alerts, acknowledged when they first changed the stage
UPDATE "cases" c SET
  detected_at = (SELECT min(a.first_seen) FROM "alerts" a WHERE a.case_uuid = c.uuid),
  acknowledged_at = CASE WHEN c.stage <> 'NEW' THEN coalesce(
    (SELECT min(h.at) FROM "case_changes" h WHERE h.case_uuid = c.uuid AND h.kind = 'stage'), c.created_at) END;
--> statement-breakpoint
INSERT INTO "case_members" (org_uuid, case_uuid, user_uuid)
SELECT c.org_uuid, c.uuid, u.uuid FROM "cases" c JOIN "users" u ON u.uuid = c.owner_uuid AND u.org_uuid = c.org_uuid;
