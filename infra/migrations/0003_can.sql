CREATE TABLE "can_notes" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"subject" text NOT NULL,
	"subject_uuid" uuid NOT NULL,
	"at_ms" double precision NOT NULL,
	"bus" text,
	"arbitration_id" integer,
	"ext" boolean DEFAULT false NOT NULL,
	"text" text NOT NULL,
	"author_uuid" uuid NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "can_profiles" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"model" text NOT NULL,
	"bus" text NOT NULL,
	"version" integer NOT NULL,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"origin" text NOT NULL,
	"profile" jsonb NOT NULL,
	"dbc_version_uuid" uuid,
	"capture_uuid" uuid,
	"note" text DEFAULT '' NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"activated_by" text,
	"activated_at" timestamp (6) with time zone,
	"retired_at" timestamp (6) with time zone,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "capture_blocks" (
	"capture_uuid" uuid NOT NULL,
	"block" integer NOT NULL,
	"org_uuid" uuid NOT NULL,
	"from_ms" double precision NOT NULL,
	"to_ms" double precision NOT NULL,
	"frames" integer NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "capture_blocks_capture_uuid_block_pk" PRIMARY KEY("capture_uuid","block")
);
--> statement-breakpoint
CREATE TABLE "capture_files" (
	"capture_uuid" uuid NOT NULL,
	"part" integer NOT NULL,
	"org_uuid" uuid NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "capture_files_capture_uuid_part_pk" PRIMARY KEY("capture_uuid","part")
);
--> statement-breakpoint
CREATE TABLE "capture_replays" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"capture_uuid" uuid NOT NULL,
	"vehicle_id" integer NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"speed" double precision NOT NULL,
	"start_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"sent" bigint DEFAULT 0 NOT NULL,
	"error" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "captures" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"name" text NOT NULL,
	"file_name" text DEFAULT '' NOT NULL,
	"format" text,
	"state" text NOT NULL,
	"error" text,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"sha256" "bytea",
	"frames" bigint DEFAULT 0 NOT NULL,
	"started_at" timestamp (6) with time zone,
	"ended_at" timestamp (6) with time zone,
	"buses" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rejected" bigint DEFAULT 0 NOT NULL,
	"rejects" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"vehicle_id" integer,
	"case_uuid" uuid,
	"created_by" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dbc_assignments" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"model" text NOT NULL,
	"bus" text NOT NULL,
	"version_uuid" uuid NOT NULL,
	"assigned_by" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dbc_versions" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"dbc_uuid" uuid NOT NULL,
	"version" integer NOT NULL,
	"file_name" text NOT NULL,
	"text" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"messages" integer NOT NULL,
	"signals" integer NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"uploaded_by" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dbcs" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert_evidence" ADD COLUMN "dbc_version_uuid" uuid;--> statement-breakpoint
ALTER TABLE "alert_evidence" ADD COLUMN "profile_uuid" uuid;--> statement-breakpoint
ALTER TABLE "vehicles" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "vehicles" ADD COLUMN "can_generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "can_notes" ADD CONSTRAINT "can_notes_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "can_profiles" ADD CONSTRAINT "can_profiles_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "can_profiles" ADD CONSTRAINT "can_profiles_dbc_version_uuid_dbc_versions_uuid_fk" FOREIGN KEY ("dbc_version_uuid") REFERENCES "public"."dbc_versions"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "can_profiles" ADD CONSTRAINT "can_profiles_capture_uuid_captures_uuid_fk" FOREIGN KEY ("capture_uuid") REFERENCES "public"."captures"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capture_blocks" ADD CONSTRAINT "capture_blocks_capture_uuid_captures_uuid_fk" FOREIGN KEY ("capture_uuid") REFERENCES "public"."captures"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capture_blocks" ADD CONSTRAINT "capture_blocks_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capture_files" ADD CONSTRAINT "capture_files_capture_uuid_captures_uuid_fk" FOREIGN KEY ("capture_uuid") REFERENCES "public"."captures"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capture_files" ADD CONSTRAINT "capture_files_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capture_replays" ADD CONSTRAINT "capture_replays_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capture_replays" ADD CONSTRAINT "capture_replays_capture_uuid_captures_uuid_fk" FOREIGN KEY ("capture_uuid") REFERENCES "public"."captures"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capture_replays" ADD CONSTRAINT "capture_replays_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."vehicles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "captures" ADD CONSTRAINT "captures_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "captures" ADD CONSTRAINT "captures_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."vehicles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "captures" ADD CONSTRAINT "captures_case_uuid_cases_uuid_fk" FOREIGN KEY ("case_uuid") REFERENCES "public"."cases"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dbc_assignments" ADD CONSTRAINT "dbc_assignments_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dbc_assignments" ADD CONSTRAINT "dbc_assignments_version_uuid_dbc_versions_uuid_fk" FOREIGN KEY ("version_uuid") REFERENCES "public"."dbc_versions"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dbc_versions" ADD CONSTRAINT "dbc_versions_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dbc_versions" ADD CONSTRAINT "dbc_versions_dbc_uuid_dbcs_uuid_fk" FOREIGN KEY ("dbc_uuid") REFERENCES "public"."dbcs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dbcs" ADD CONSTRAINT "dbcs_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "can_notes_org_uuid_subject_subject_uuid_at_ms_index" ON "can_notes" USING btree ("org_uuid","subject","subject_uuid","at_ms");--> statement-breakpoint
CREATE UNIQUE INDEX "can_profiles_org_uuid_model_bus_version_index" ON "can_profiles" USING btree ("org_uuid","model","bus","version");--> statement-breakpoint
CREATE UNIQUE INDEX "can_profiles_active" ON "can_profiles" USING btree ("org_uuid","model","bus") WHERE state = 'ACTIVE';--> statement-breakpoint
CREATE INDEX "capture_replays_open" ON "capture_replays" USING btree ("created_at") WHERE state IN ('WAITING', 'RUNNING');--> statement-breakpoint
CREATE INDEX "capture_replays_capture_uuid_index" ON "capture_replays" USING btree ("capture_uuid");--> statement-breakpoint
CREATE INDEX "captures_org_uuid_created_at_index" ON "captures" USING btree ("org_uuid","created_at");--> statement-breakpoint
CREATE INDEX "captures_by_case" ON "captures" USING btree ("case_uuid") WHERE case_uuid IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "dbc_assignments_org_uuid_model_bus_index" ON "dbc_assignments" USING btree ("org_uuid","model","bus");--> statement-breakpoint
CREATE UNIQUE INDEX "dbc_versions_dbc_uuid_version_index" ON "dbc_versions" USING btree ("dbc_uuid","version");--> statement-breakpoint
CREATE INDEX "dbc_versions_org_uuid_index" ON "dbc_versions" USING btree ("org_uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "dbcs_org_uuid_name_index" ON "dbcs" USING btree ("org_uuid","name");