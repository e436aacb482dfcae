CREATE TABLE "cybersecurity_events" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"program_uuid" uuid NOT NULL,
	"number" integer NOT NULL,
	"origin" text NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"trigger_uuid" uuid,
	"group_id" bigint,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"owner_uuid" uuid,
	"outcome" text,
	"weakness" text DEFAULT '' NOT NULL,
	"rationale" text DEFAULT '' NOT NULL,
	"evaluated_by_uuid" uuid,
	"evaluated_at" timestamp (6) with time zone,
	"review_on" date,
	"rating" jsonb,
	"rated_by_uuid" uuid,
	"rated_at" timestamp (6) with time zone,
	"created_by_uuid" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (6) with time zone,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_uuid" uuid NOT NULL,
	"event_uuid" uuid NOT NULL,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"action" text NOT NULL,
	"actor_uuid" uuid,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_findings" (
	"event_uuid" uuid NOT NULL,
	"finding_uuid" uuid NOT NULL,
	"org_uuid" uuid NOT NULL,
	CONSTRAINT "event_findings_event_uuid_finding_uuid_pk" PRIMARY KEY("event_uuid","finding_uuid")
);
--> statement-breakpoint
CREATE TABLE "monitoring_matches" (
	"trigger_uuid" uuid NOT NULL,
	"group_id" bigint NOT NULL,
	"org_uuid" uuid NOT NULL,
	"event_uuid" uuid,
	CONSTRAINT "monitoring_matches_trigger_uuid_group_id_pk" PRIMARY KEY("trigger_uuid","group_id")
);
--> statement-breakpoint
CREATE TABLE "findings_to_watch" (
	"finding_uuid" uuid PRIMARY KEY NOT NULL,
	"org_uuid" uuid NOT NULL,
	"since" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitoring_sources" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"program_uuid" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"contact" text DEFAULT '' NOT NULL,
	"url" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"owner_uuid" uuid,
	"review_days" integer NOT NULL,
	"last_reviewed" date,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitoring_triggers" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"program_uuid" uuid NOT NULL,
	"name" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"conditions" jsonb NOT NULL,
	"owner_uuid" uuid,
	"notify" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cybersecurity_events" ADD CONSTRAINT "cybersecurity_events_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cybersecurity_events" ADD CONSTRAINT "cybersecurity_events_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cybersecurity_events" ADD CONSTRAINT "cybersecurity_events_trigger_uuid_monitoring_triggers_uuid_fk" FOREIGN KEY ("trigger_uuid") REFERENCES "public"."monitoring_triggers"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cybersecurity_events" ADD CONSTRAINT "cybersecurity_events_group_id_vulnerability_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."vulnerability_groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cybersecurity_events" ADD CONSTRAINT "cybersecurity_events_owner_uuid_users_uuid_fk" FOREIGN KEY ("owner_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cybersecurity_events" ADD CONSTRAINT "cybersecurity_events_evaluated_by_uuid_users_uuid_fk" FOREIGN KEY ("evaluated_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cybersecurity_events" ADD CONSTRAINT "cybersecurity_events_rated_by_uuid_users_uuid_fk" FOREIGN KEY ("rated_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cybersecurity_events" ADD CONSTRAINT "cybersecurity_events_created_by_uuid_users_uuid_fk" FOREIGN KEY ("created_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_entries" ADD CONSTRAINT "event_entries_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_entries" ADD CONSTRAINT "event_entries_event_uuid_cybersecurity_events_uuid_fk" FOREIGN KEY ("event_uuid") REFERENCES "public"."cybersecurity_events"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_entries" ADD CONSTRAINT "event_entries_actor_uuid_users_uuid_fk" FOREIGN KEY ("actor_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_findings" ADD CONSTRAINT "event_findings_event_uuid_cybersecurity_events_uuid_fk" FOREIGN KEY ("event_uuid") REFERENCES "public"."cybersecurity_events"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_findings" ADD CONSTRAINT "event_findings_finding_uuid_findings_uuid_fk" FOREIGN KEY ("finding_uuid") REFERENCES "public"."findings"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_findings" ADD CONSTRAINT "event_findings_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_matches" ADD CONSTRAINT "monitoring_matches_trigger_uuid_monitoring_triggers_uuid_fk" FOREIGN KEY ("trigger_uuid") REFERENCES "public"."monitoring_triggers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_matches" ADD CONSTRAINT "monitoring_matches_group_id_vulnerability_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."vulnerability_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_matches" ADD CONSTRAINT "monitoring_matches_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_matches" ADD CONSTRAINT "monitoring_matches_event_uuid_cybersecurity_events_uuid_fk" FOREIGN KEY ("event_uuid") REFERENCES "public"."cybersecurity_events"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings_to_watch" ADD CONSTRAINT "findings_to_watch_finding_uuid_findings_uuid_fk" FOREIGN KEY ("finding_uuid") REFERENCES "public"."findings"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings_to_watch" ADD CONSTRAINT "findings_to_watch_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_sources" ADD CONSTRAINT "monitoring_sources_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_sources" ADD CONSTRAINT "monitoring_sources_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_sources" ADD CONSTRAINT "monitoring_sources_owner_uuid_users_uuid_fk" FOREIGN KEY ("owner_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_triggers" ADD CONSTRAINT "monitoring_triggers_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_triggers" ADD CONSTRAINT "monitoring_triggers_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_triggers" ADD CONSTRAINT "monitoring_triggers_owner_uuid_users_uuid_fk" FOREIGN KEY ("owner_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cybersecurity_events_by_number" ON "cybersecurity_events" USING btree ("program_uuid","number");--> statement-breakpoint
CREATE INDEX "cybersecurity_events_org_uuid_program_uuid_created_at_index" ON "cybersecurity_events" USING btree ("org_uuid","program_uuid","created_at");--> statement-breakpoint
CREATE INDEX "cybersecurity_events_group_id_index" ON "cybersecurity_events" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "cybersecurity_events_trigger_uuid_index" ON "cybersecurity_events" USING btree ("trigger_uuid");--> statement-breakpoint
CREATE INDEX "event_entries_by_event" ON "event_entries" USING btree ("event_uuid","id");--> statement-breakpoint
CREATE INDEX "event_findings_finding_uuid_index" ON "event_findings" USING btree ("finding_uuid");--> statement-breakpoint
CREATE INDEX "monitoring_matches_group_id_index" ON "monitoring_matches" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "monitoring_matches_event_uuid_index" ON "monitoring_matches" USING btree ("event_uuid");--> statement-breakpoint
CREATE INDEX "findings_to_watch_org_uuid_since_index" ON "findings_to_watch" USING btree ("org_uuid","since");--> statement-breakpoint
CREATE INDEX "monitoring_sources_org_uuid_program_uuid_index" ON "monitoring_sources" USING btree ("org_uuid","program_uuid");--> statement-breakpoint
CREATE INDEX "monitoring_triggers_org_uuid_program_uuid_index" ON "monitoring_triggers" USING btree ("org_uuid","program_uuid");