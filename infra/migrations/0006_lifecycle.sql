CREATE TABLE "catalogue_entries" (
	"org_uuid" uuid NOT NULL,
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"catalogue" text NOT NULL,
	"code" text NOT NULL,
	"title" text NOT NULL,
	"fields" jsonb NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"source_id" text DEFAULT '' NOT NULL,
	"is_retired" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_by_uuid" uuid,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "catalogue_entries_org_uuid_uuid_pk" PRIMARY KEY("org_uuid","uuid")
);
--> statement-breakpoint
CREATE TABLE "artefact_links" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"program_uuid" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_uuid" uuid NOT NULL,
	"to_uuid" uuid NOT NULL,
	"added_seq" integer NOT NULL,
	"removed_seq" integer,
	"seq" integer NOT NULL,
	"suspect" text,
	"suspect_at" timestamp (6) with time zone,
	"confirmed_by_uuid" uuid,
	"confirmed_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "artefact_versions" (
	"artefact_uuid" uuid NOT NULL,
	"revision" integer NOT NULL,
	"org_uuid" uuid NOT NULL,
	"program_uuid" uuid NOT NULL,
	"seq" integer NOT NULL,
	"deed" text NOT NULL,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"project_uuid" uuid,
	"title" text NOT NULL,
	"status" text NOT NULL,
	"fields" jsonb NOT NULL,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"by_uuid" uuid,
	CONSTRAINT "artefact_versions_artefact_uuid_revision_pk" PRIMARY KEY("artefact_uuid","revision")
);
--> statement-breakpoint
CREATE TABLE "artefacts" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"program_uuid" uuid NOT NULL,
	"project_uuid" uuid,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"status" text NOT NULL,
	"fields" jsonb NOT NULL,
	"origin" jsonb NOT NULL,
	"seq" integer NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"created_by_uuid" uuid,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_by_uuid" uuid
);
--> statement-breakpoint
CREATE TABLE "assessments" (
	"threat_uuid" uuid PRIMARY KEY NOT NULL,
	"org_uuid" uuid NOT NULL,
	"program_uuid" uuid NOT NULL,
	"initial" smallint,
	"today" smallint,
	"target" smallint,
	"result" jsonb NOT NULL,
	"seq" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "baselines" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"program_uuid" uuid NOT NULL,
	"name" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"seq" integer NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"created_by_uuid" uuid
);
--> statement-breakpoint
CREATE TABLE "artefact_comments" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"program_uuid" uuid NOT NULL,
	"artefact_uuid" uuid NOT NULL,
	"text" text NOT NULL,
	"is_resolved" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"created_by_uuid" uuid,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "program_graphs" (
	"program_uuid" uuid PRIMARY KEY NOT NULL,
	"org_uuid" uuid NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL,
	"numbers" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"program_uuid" uuid NOT NULL,
	"artefact_uuid" uuid NOT NULL,
	"revision" integer NOT NULL,
	"reviewer_uuid" uuid,
	"note" text DEFAULT '' NOT NULL,
	"asked_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"asked_by_uuid" uuid,
	"decision" text,
	"decided_at" timestamp (6) with time zone,
	"decided_by_uuid" uuid,
	"reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sighting_positions" (
	"org_uuid" uuid PRIMARY KEY NOT NULL,
	"epoch" text NOT NULL,
	"seq" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sightings" (
	"threat_uuid" uuid NOT NULL,
	"alert_uuid" uuid NOT NULL,
	"org_uuid" uuid NOT NULL,
	"program_uuid" uuid NOT NULL,
	"vehicle_uuid" uuid,
	"at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "sightings_threat_uuid_alert_uuid_pk" PRIMARY KEY("threat_uuid","alert_uuid")
);
--> statement-breakpoint
CREATE TABLE "method_versions" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"created_by_uuid" uuid,
	"released_at" timestamp (6) with time zone,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"program_uuid" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"current_phase" text DEFAULT 'CONCEPT' NOT NULL,
	"phase_statuses" jsonb DEFAULT '{"CONCEPT":"CREATED"}'::jsonb NOT NULL,
	"lead_uuid" uuid,
	"created_by_uuid" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "programs" ADD COLUMN "choices" jsonb DEFAULT '{"propulsion_types":[],"design_type":null,"regulation_types":[],"rating_types":[]}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "programs" ADD COLUMN "method_uuid" uuid;--> statement-breakpoint
ALTER TABLE "catalogue_entries" ADD CONSTRAINT "catalogue_entries_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_entries" ADD CONSTRAINT "catalogue_entries_updated_by_uuid_users_uuid_fk" FOREIGN KEY ("updated_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artefact_links" ADD CONSTRAINT "artefact_links_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artefact_links" ADD CONSTRAINT "artefact_links_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artefact_links" ADD CONSTRAINT "artefact_links_confirmed_by_uuid_users_uuid_fk" FOREIGN KEY ("confirmed_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artefact_versions" ADD CONSTRAINT "artefact_versions_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artefact_versions" ADD CONSTRAINT "artefact_versions_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artefact_versions" ADD CONSTRAINT "artefact_versions_by_uuid_users_uuid_fk" FOREIGN KEY ("by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artefacts" ADD CONSTRAINT "artefacts_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artefacts" ADD CONSTRAINT "artefacts_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artefacts" ADD CONSTRAINT "artefacts_project_uuid_projects_uuid_fk" FOREIGN KEY ("project_uuid") REFERENCES "public"."projects"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artefacts" ADD CONSTRAINT "artefacts_created_by_uuid_users_uuid_fk" FOREIGN KEY ("created_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artefacts" ADD CONSTRAINT "artefacts_updated_by_uuid_users_uuid_fk" FOREIGN KEY ("updated_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assessments" ADD CONSTRAINT "assessments_threat_uuid_artefacts_uuid_fk" FOREIGN KEY ("threat_uuid") REFERENCES "public"."artefacts"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assessments" ADD CONSTRAINT "assessments_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assessments" ADD CONSTRAINT "assessments_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "baselines" ADD CONSTRAINT "baselines_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "baselines" ADD CONSTRAINT "baselines_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "baselines" ADD CONSTRAINT "baselines_created_by_uuid_users_uuid_fk" FOREIGN KEY ("created_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artefact_comments" ADD CONSTRAINT "artefact_comments_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artefact_comments" ADD CONSTRAINT "artefact_comments_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artefact_comments" ADD CONSTRAINT "artefact_comments_artefact_uuid_artefacts_uuid_fk" FOREIGN KEY ("artefact_uuid") REFERENCES "public"."artefacts"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artefact_comments" ADD CONSTRAINT "artefact_comments_created_by_uuid_users_uuid_fk" FOREIGN KEY ("created_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_graphs" ADD CONSTRAINT "program_graphs_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_graphs" ADD CONSTRAINT "program_graphs_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_artefact_uuid_artefacts_uuid_fk" FOREIGN KEY ("artefact_uuid") REFERENCES "public"."artefacts"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_reviewer_uuid_users_uuid_fk" FOREIGN KEY ("reviewer_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_asked_by_uuid_users_uuid_fk" FOREIGN KEY ("asked_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_decided_by_uuid_users_uuid_fk" FOREIGN KEY ("decided_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sighting_positions" ADD CONSTRAINT "sighting_positions_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sightings" ADD CONSTRAINT "sightings_threat_uuid_artefacts_uuid_fk" FOREIGN KEY ("threat_uuid") REFERENCES "public"."artefacts"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sightings" ADD CONSTRAINT "sightings_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sightings" ADD CONSTRAINT "sightings_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "method_versions" ADD CONSTRAINT "method_versions_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "method_versions" ADD CONSTRAINT "method_versions_created_by_uuid_users_uuid_fk" FOREIGN KEY ("created_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_lead_uuid_users_uuid_fk" FOREIGN KEY ("lead_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_created_by_uuid_users_uuid_fk" FOREIGN KEY ("created_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "catalogue_entries_org_uuid_catalogue_code_index" ON "catalogue_entries" USING btree ("org_uuid","catalogue","code");--> statement-breakpoint
CREATE UNIQUE INDEX "artefact_links_standing" ON "artefact_links" USING btree ("from_uuid","to_uuid","kind") WHERE removed_seq IS NULL;--> statement-breakpoint
CREATE INDEX "artefact_links_program_uuid_seq_index" ON "artefact_links" USING btree ("program_uuid","seq");--> statement-breakpoint
CREATE INDEX "artefact_links_to" ON "artefact_links" USING btree ("to_uuid") WHERE removed_seq IS NULL;--> statement-breakpoint
CREATE INDEX "artefact_links_org_uuid_index" ON "artefact_links" USING btree ("org_uuid");--> statement-breakpoint
CREATE INDEX "artefact_versions_program_uuid_seq_index" ON "artefact_versions" USING btree ("program_uuid","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "artefacts_program_uuid_kind_number_index" ON "artefacts" USING btree ("program_uuid","kind","number");--> statement-breakpoint
CREATE INDEX "artefacts_org_uuid_kind_index" ON "artefacts" USING btree ("org_uuid","kind");--> statement-breakpoint
CREATE INDEX "assessments_program_uuid_seq_index" ON "assessments" USING btree ("program_uuid","seq");--> statement-breakpoint
CREATE INDEX "assessments_org_uuid_index" ON "assessments" USING btree ("org_uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "baselines_program_uuid_name_index" ON "baselines" USING btree ("program_uuid","name");--> statement-breakpoint
CREATE INDEX "baselines_org_uuid_index" ON "baselines" USING btree ("org_uuid");--> statement-breakpoint
CREATE INDEX "artefact_comments_artefact_uuid_index" ON "artefact_comments" USING btree ("artefact_uuid");--> statement-breakpoint
CREATE INDEX "artefact_comments_org_uuid_index" ON "artefact_comments" USING btree ("org_uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_open" ON "reviews" USING btree ("artefact_uuid") WHERE decision IS NULL;--> statement-breakpoint
CREATE INDEX "reviews_program_uuid_index" ON "reviews" USING btree ("program_uuid");--> statement-breakpoint
CREATE INDEX "reviews_org_uuid_index" ON "reviews" USING btree ("org_uuid");--> statement-breakpoint
CREATE INDEX "sightings_org_uuid_alert_uuid_index" ON "sightings" USING btree ("org_uuid","alert_uuid");--> statement-breakpoint
CREATE INDEX "sightings_program_uuid_at_index" ON "sightings" USING btree ("program_uuid","at");--> statement-breakpoint
CREATE UNIQUE INDEX "method_versions_org_uuid_name_version_index" ON "method_versions" USING btree ("org_uuid","name","version");--> statement-breakpoint
CREATE INDEX "projects_program_uuid_index" ON "projects" USING btree ("program_uuid");--> statement-breakpoint
CREATE INDEX "projects_org_uuid_updated_at_index" ON "projects" USING btree ("org_uuid","updated_at");--> statement-breakpoint
ALTER TABLE "programs" ADD CONSTRAINT "programs_method_uuid_method_versions_uuid_fk" FOREIGN KEY ("method_uuid") REFERENCES "public"."method_versions"("uuid") ON DELETE no action ON UPDATE no action;