CREATE TABLE "playbook_positions" (
	"org_uuid" uuid PRIMARY KEY NOT NULL,
	"epoch" text NOT NULL,
	"seq" bigint NOT NULL,
	"runs" integer DEFAULT 0 NOT NULL,
	"actions" integer DEFAULT 0 NOT NULL,
	"hour" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"starts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "playbook_runs" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"number" integer NOT NULL,
	"playbook_uuid" uuid,
	"playbook" text NOT NULL,
	"version" integer NOT NULL,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"due_at" timestamp (6) with time zone DEFAULT now(),
	"started_by_kind" text NOT NULL,
	"started_by_uuid" uuid,
	"started_by" text,
	"acts_for_uuid" uuid,
	"subject_kind" text,
	"subject_uuid" uuid,
	"subject_label" text,
	"start_key" text NOT NULL,
	"data" jsonb NOT NULL,
	"parent_uuid" uuid,
	"depth" integer DEFAULT 0 NOT NULL,
	"needs_people" integer DEFAULT 0 NOT NULL,
	"steps" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (6) with time zone,
	"finished_at" timestamp (6) with time zone,
	"changed_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "playbook_secrets" (
	"org_uuid" uuid NOT NULL,
	"name" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"changed_by" text NOT NULL,
	"changed_by_uuid" uuid,
	"changed_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "playbook_secrets_org_uuid_name_pk" PRIMARY KEY("org_uuid","name")
);
--> statement-breakpoint
CREATE TABLE "playbook_steps" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"run_uuid" uuid NOT NULL,
	"seq" bigserial NOT NULL,
	"node" text NOT NULL,
	"path" text DEFAULT '' NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"state" text NOT NULL,
	"port" text,
	"input" jsonb,
	"output" jsonb,
	"error" text,
	"waiting" jsonb,
	"due_at" timestamp (6) with time zone,
	"started_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "playbook_versions" (
	"playbook_uuid" uuid NOT NULL,
	"version" integer NOT NULL,
	"org_uuid" uuid NOT NULL,
	"trigger" jsonb NOT NULL,
	"graph" jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"saved_by" text NOT NULL,
	"saved_by_uuid" uuid,
	"saved_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "playbook_versions_playbook_uuid_version_pk" PRIMARY KEY("playbook_uuid","version")
);
--> statement-breakpoint
CREATE TABLE "playbooks" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"latest_version" integer DEFAULT 1 NOT NULL,
	"enabled_version" integer,
	"trigger" jsonb NOT NULL,
	"enabled_by" uuid,
	"webhook_key" "bytea",
	"next_start_at" timestamp (6) with time zone,
	"updated_by" text NOT NULL,
	"updated_by_uuid" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vehicle_actions" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"number" integer NOT NULL,
	"vehicle_id" integer NOT NULL,
	"kind" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"requested_by_uuid" uuid,
	"requested_by" text NOT NULL,
	"run_uuid" uuid,
	"approvals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"delivered_over" text,
	"requested_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"approved_at" timestamp (6) with time zone,
	"delivered_at" timestamp (6) with time zone,
	"mqtt_tried_at" timestamp (6) with time zone,
	"ended_at" timestamp (6) with time zone,
	"expires_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "playbook_positions" ADD CONSTRAINT "playbook_positions_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playbook_runs" ADD CONSTRAINT "playbook_runs_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playbook_runs" ADD CONSTRAINT "playbook_runs_playbook_uuid_playbooks_uuid_fk" FOREIGN KEY ("playbook_uuid") REFERENCES "public"."playbooks"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playbook_secrets" ADD CONSTRAINT "playbook_secrets_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playbook_steps" ADD CONSTRAINT "playbook_steps_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playbook_steps" ADD CONSTRAINT "playbook_steps_run_uuid_playbook_runs_uuid_fk" FOREIGN KEY ("run_uuid") REFERENCES "public"."playbook_runs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playbook_versions" ADD CONSTRAINT "playbook_versions_playbook_uuid_playbooks_uuid_fk" FOREIGN KEY ("playbook_uuid") REFERENCES "public"."playbooks"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playbook_versions" ADD CONSTRAINT "playbook_versions_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playbooks" ADD CONSTRAINT "playbooks_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_actions" ADD CONSTRAINT "vehicle_actions_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_actions" ADD CONSTRAINT "vehicle_actions_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."vehicles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "playbook_runs_once" ON "playbook_runs" USING btree ("org_uuid","playbook_uuid","start_key");--> statement-breakpoint
CREATE INDEX "playbook_runs_due" ON "playbook_runs" USING btree ("due_at") WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "playbook_runs_by_number" ON "playbook_runs" USING btree ("org_uuid","number");--> statement-breakpoint
CREATE INDEX "playbook_runs_by_state" ON "playbook_runs" USING btree ("org_uuid","state");--> statement-breakpoint
CREATE INDEX "playbook_runs_by_playbook" ON "playbook_runs" USING btree ("playbook_uuid","created_at");--> statement-breakpoint
CREATE INDEX "playbook_runs_by_subject" ON "playbook_runs" USING btree ("org_uuid","subject_uuid");--> statement-breakpoint
CREATE INDEX "playbook_runs_by_change" ON "playbook_runs" USING btree ("org_uuid","changed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "playbook_steps_once" ON "playbook_steps" USING btree ("run_uuid","path","node");--> statement-breakpoint
CREATE INDEX "playbook_steps_by_run" ON "playbook_steps" USING btree ("run_uuid","seq");--> statement-breakpoint
CREATE INDEX "playbook_steps_open" ON "playbook_steps" USING btree ("run_uuid") WHERE state IN ('PENDING', 'RUNNING', 'WAITING', 'UNKNOWN');--> statement-breakpoint
CREATE INDEX "playbook_steps_waiting" ON "playbook_steps" USING btree ("org_uuid","seq") WHERE state IN ('WAITING', 'UNKNOWN');--> statement-breakpoint
CREATE UNIQUE INDEX "playbooks_by_name" ON "playbooks" USING btree ("org_uuid",lower("name"));--> statement-breakpoint
CREATE INDEX "playbooks_scheduled" ON "playbooks" USING btree ("next_start_at") WHERE next_start_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "vehicle_actions_by_number" ON "vehicle_actions" USING btree ("org_uuid","number");--> statement-breakpoint
CREATE INDEX "vehicle_actions_by_vehicle" ON "vehicle_actions" USING btree ("vehicle_id","number");--> statement-breakpoint
CREATE INDEX "vehicle_actions_open" ON "vehicle_actions" USING btree ("vehicle_id") WHERE state IN ('APPROVED', 'DELIVERED');--> statement-breakpoint
CREATE INDEX "vehicle_actions_to_expire" ON "vehicle_actions" USING btree ("expires_at") WHERE state IN ('REQUESTED', 'APPROVED', 'DELIVERED');