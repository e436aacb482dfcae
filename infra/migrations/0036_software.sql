CREATE TABLE "approved_combinations" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"variant_uuid" uuid NOT NULL,
	"number" integer NOT NULL,
	"state" text DEFAULT 'PROPOSED' NOT NULL,
	"units" jsonb NOT NULL,
	"rxswins" jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"proposed_by_uuid" uuid NOT NULL,
	"proposed_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"decided_by_uuid" uuid,
	"decided_at" timestamp (6) with time zone,
	"decision_note" text DEFAULT '' NOT NULL,
	"withdrawn_by_uuid" uuid,
	"withdrawn_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "compatibility_rules" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"kind" text NOT NULL,
	"release_uuid" uuid NOT NULL,
	"part_uuid" uuid,
	"other_release_uuid" uuid,
	"other_software_uuid" uuid,
	"least_version" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_by_uuid" uuid,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hardware_parts" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"part_number" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"ecu" text NOT NULL,
	"supplier" text DEFAULT '' NOT NULL,
	"has_hsm" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_by_uuid" uuid,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "variant_units" (
	"variant_uuid" uuid NOT NULL,
	"ecu" text NOT NULL,
	"org_uuid" uuid NOT NULL,
	"position" integer NOT NULL,
	"part_uuid" uuid,
	"release_uuid" uuid,
	"calibration" text DEFAULT '' NOT NULL,
	"features" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "variant_units_variant_uuid_ecu_pk" PRIMARY KEY("variant_uuid","ecu")
);
--> statement-breakpoint
CREATE TABLE "variants" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"name" text NOT NULL,
	"model" text DEFAULT '' NOT NULL,
	"market" text DEFAULT '' NOT NULL,
	"built_from" date,
	"built_to" date,
	"description" text DEFAULT '' NOT NULL,
	"rxswins" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_by_uuid" uuid,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vehicle_variants" (
	"vehicle_uuid" uuid PRIMARY KEY NOT NULL,
	"org_uuid" uuid NOT NULL,
	"variant_uuid" uuid NOT NULL,
	"assigned_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "software_count_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "software_count_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_uuid" uuid NOT NULL,
	"ecu" text NOT NULL,
	"software" text NOT NULL,
	"version" text NOT NULL,
	"vehicles" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "software_counts" (
	"org_uuid" uuid NOT NULL,
	"ecu" text NOT NULL,
	"software" text NOT NULL,
	"version" text NOT NULL,
	"vehicles" integer NOT NULL,
	CONSTRAINT "software_counts_org_uuid_software_version_ecu_pk" PRIMARY KEY("org_uuid","software","version","ecu")
);
--> statement-breakpoint
CREATE TABLE "vehicle_software" (
	"vehicle_uuid" uuid NOT NULL,
	"org_uuid" uuid NOT NULL,
	"ecu" text NOT NULL,
	"basis" text NOT NULL,
	"software" text NOT NULL,
	"version" text NOT NULL,
	"hardware_part" text DEFAULT '' NOT NULL,
	"rxswin" text DEFAULT '' NOT NULL,
	"variant_uuid" uuid,
	"differs" boolean DEFAULT false NOT NULL,
	"since" timestamp (6) with time zone NOT NULL,
	"last_seen" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "vehicle_software_vehicle_uuid_ecu_basis_pk" PRIMARY KEY("vehicle_uuid","ecu","basis")
);
--> statement-breakpoint
CREATE TABLE "crypto_notices" (
	"org_uuid" uuid NOT NULL,
	"asset" text NOT NULL,
	"days" integer NOT NULL,
	"sent_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "crypto_notices_org_uuid_asset_days_pk" PRIMARY KEY("org_uuid","asset","days")
);
--> statement-breakpoint
CREATE TABLE "bom_dependencies" (
	"document_uuid" uuid NOT NULL,
	"from_position" integer NOT NULL,
	"to_position" integer NOT NULL,
	"org_uuid" uuid NOT NULL,
	"provides" boolean DEFAULT false NOT NULL,
	CONSTRAINT "bom_dependencies_document_uuid_from_position_to_position_pk" PRIMARY KEY("document_uuid","from_position","to_position")
);
--> statement-breakpoint
CREATE TABLE "bom_document_parts" (
	"document_uuid" uuid NOT NULL,
	"part" integer NOT NULL,
	"org_uuid" uuid NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "bom_document_parts_document_uuid_part_pk" PRIMARY KEY("document_uuid","part")
);
--> statement-breakpoint
CREATE TABLE "bom_documents" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"release_uuid" uuid,
	"origin" text NOT NULL,
	"file_name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"state" text DEFAULT 'READING' NOT NULL,
	"faults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"format" text,
	"head" jsonb,
	"components" integer DEFAULT 0 NOT NULL,
	"edges" integer DEFAULT 0 NOT NULL,
	"ignored" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"quality" jsonb,
	"signature" jsonb,
	"subject" integer,
	"job_uuid" uuid,
	"alive_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"added_by" text NOT NULL,
	"added_by_uuid" uuid,
	"added_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bom_statements" (
	"document_uuid" uuid PRIMARY KEY NOT NULL,
	"org_uuid" uuid NOT NULL,
	"vex" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "component_aliases" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"name" text NOT NULL,
	"supplier" text DEFAULT '' NOT NULL,
	"purl" text,
	"cpe" text,
	"note" text DEFAULT '' NOT NULL,
	"author" text NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "component_keys" (
	"org_uuid" uuid NOT NULL,
	"component_id" bigint NOT NULL,
	"ecosystem" text NOT NULL,
	"name" text NOT NULL,
	"version" text DEFAULT '' NOT NULL,
	CONSTRAINT "component_keys_component_id_ecosystem_name_pk" PRIMARY KEY("component_id","ecosystem","name")
);
--> statement-breakpoint
CREATE TABLE "component_versions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "component_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_uuid" uuid NOT NULL,
	"identity_kind" text NOT NULL,
	"identity" text NOT NULL,
	"type" text NOT NULL,
	"group_name" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"version" text DEFAULT '' NOT NULL,
	"purl" text,
	"cpe" text,
	"supplier" text DEFAULT '' NOT NULL,
	"unmatched" text DEFAULT '' NOT NULL,
	"first_seen" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "occurrences" (
	"document_uuid" uuid NOT NULL,
	"position" integer NOT NULL,
	"org_uuid" uuid NOT NULL,
	"release_uuid" uuid NOT NULL,
	"component_id" bigint NOT NULL,
	"ref" text NOT NULL,
	"parent" integer,
	"depth" integer,
	"scope" text DEFAULT '' NOT NULL,
	"licence" text DEFAULT '' NOT NULL,
	"supplier" text DEFAULT '' NOT NULL,
	"paths" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"hashes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"patches" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"more" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"crypto" jsonb,
	CONSTRAINT "occurrences_document_uuid_position_pk" PRIMARY KEY("document_uuid","position")
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"software_uuid" uuid NOT NULL,
	"version" text NOT NULL,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"rxswin" text DEFAULT '' NOT NULL,
	"part_number" text DEFAULT '' NOT NULL,
	"hashes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"released_at" timestamp (6) with time zone,
	"note" text DEFAULT '' NOT NULL,
	"document_uuid" uuid,
	"approved_by_uuid" uuid,
	"approved_at" timestamp (6) with time zone,
	"created_by_uuid" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "releases_to_match" (
	"release_uuid" uuid PRIMARY KEY NOT NULL,
	"org_uuid" uuid NOT NULL,
	"compares" boolean NOT NULL,
	"since" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "software" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"program_uuid" uuid,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"ecu" text DEFAULT '' NOT NULL,
	"reported_as" text DEFAULT '' NOT NULL,
	"supplier" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_by_uuid" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "software_policies" (
	"org_uuid" uuid PRIMARY KEY NOT NULL,
	"licences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"crypto" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"quality" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "advisories" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "advisories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_uuid" uuid,
	"source" text NOT NULL,
	"name" text NOT NULL,
	"group_id" bigint,
	"modified" timestamp (6) with time zone NOT NULL,
	"withdrawn" timestamp (6) with time zone,
	"digest" text NOT NULL,
	"record" jsonb NOT NULL,
	"imported_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "advisory_datasets" (
	"dataset" text NOT NULL,
	"part" text DEFAULT '' NOT NULL,
	"data_at" timestamp (6) with time zone,
	"imported_at" timestamp (6) with time zone,
	"sequence" bigint DEFAULT 0 NOT NULL,
	"sha256" text DEFAULT '' NOT NULL,
	"records" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"origin" text DEFAULT '' NOT NULL,
	"etag" text DEFAULT '' NOT NULL,
	"tried_at" timestamp (6) with time zone,
	"failed_at" timestamp (6) with time zone,
	"failure" text DEFAULT '' NOT NULL,
	CONSTRAINT "advisory_datasets_dataset_part_pk" PRIMARY KEY("dataset","part")
);
--> statement-breakpoint
CREATE TABLE "advisory_keys" (
	"advisory_id" bigint NOT NULL,
	"org_uuid" uuid,
	"ecosystem" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "advisory_keys_advisory_id_ecosystem_name_pk" PRIMARY KEY("advisory_id","ecosystem","name")
);
--> statement-breakpoint
CREATE TABLE "epss_scores" (
	"cve" text NOT NULL,
	"day" date NOT NULL,
	"score" real NOT NULL,
	"percentile" real NOT NULL,
	CONSTRAINT "epss_scores_cve_day_pk" PRIMARY KEY("cve","day")
);
--> statement-breakpoint
CREATE TABLE "groups_to_match" (
	"group_id" bigint PRIMARY KEY NOT NULL,
	"since" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"after_component" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kev_entries" (
	"cve" text PRIMARY KEY NOT NULL,
	"added" date NOT NULL,
	"due" date,
	"vendor" text NOT NULL,
	"product" text NOT NULL,
	"name" text NOT NULL,
	"action" text NOT NULL,
	"ransomware" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vulnerability_aliases" (
	"alias" text NOT NULL,
	"group_id" bigint NOT NULL,
	"org_uuid" uuid,
	CONSTRAINT "vulnerability_aliases_alias_group_id_pk" PRIMARY KEY("alias","group_id")
);
--> statement-breakpoint
CREATE TABLE "vulnerability_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vulnerability_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_uuid" uuid,
	"name" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"published" timestamp (6) with time zone,
	"modified" timestamp (6) with time zone NOT NULL,
	"score" real,
	"vector" text,
	"is_withdrawn" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "program_vulnerabilities" (
	"program_uuid" uuid NOT NULL,
	"group_id" bigint NOT NULL,
	"org_uuid" uuid NOT NULL,
	"conclusion" text,
	"rationale" text DEFAULT '' NOT NULL,
	"concluded_by" text DEFAULT '' NOT NULL,
	"concluded_by_uuid" uuid,
	"concluded_at" timestamp (6) with time zone,
	"treatment" text,
	"treatment_reason" text DEFAULT '' NOT NULL,
	"fix_release_uuid" uuid,
	"rxswin_note" text DEFAULT '' NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "program_vulnerabilities_program_uuid_group_id_pk" PRIMARY KEY("program_uuid","group_id")
);
--> statement-breakpoint
CREATE TABLE "program_vulnerability_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "program_vulnerability_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_uuid" uuid NOT NULL,
	"program_uuid" uuid NOT NULL,
	"group_id" bigint NOT NULL,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"action" text NOT NULL,
	"actor" text NOT NULL,
	"actor_uuid" uuid,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "finding_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "finding_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_uuid" uuid NOT NULL,
	"finding_uuid" uuid NOT NULL,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"action" text NOT NULL,
	"actor" text NOT NULL,
	"actor_uuid" uuid,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "finding_notes" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"group_id" bigint,
	"package" text,
	"text" text NOT NULL,
	"author" text NOT NULL,
	"author_uuid" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (6) with time zone,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "finding_notices" (
	"org_uuid" uuid NOT NULL,
	"group_id" bigint NOT NULL,
	"software_uuid" uuid NOT NULL,
	"sent_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "finding_notices_org_uuid_group_id_software_uuid_pk" PRIMARY KEY("org_uuid","group_id","software_uuid")
);
--> statement-breakpoint
CREATE TABLE "finding_statements" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"finding_uuid" uuid NOT NULL,
	"release_uuid" uuid,
	"origin" text NOT NULL,
	"state" text NOT NULL,
	"justification" text,
	"detail" text DEFAULT '' NOT NULL,
	"author" text NOT NULL,
	"author_uuid" uuid,
	"stated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"confirmed_by" text DEFAULT '' NOT NULL,
	"confirmed_by_uuid" uuid,
	"confirmed_at" timestamp (6) with time zone,
	"to_confirm" boolean DEFAULT false NOT NULL,
	"carried_from" uuid,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"expires_at" timestamp (6) with time zone,
	"withdrawn_at" timestamp (6) with time zone,
	"document_uuid" uuid
);
--> statement-breakpoint
CREATE TABLE "findings" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"component_id" bigint NOT NULL,
	"group_id" bigint NOT NULL,
	"sure" text NOT NULL,
	"match" jsonb NOT NULL,
	"is_current" boolean DEFAULT true NOT NULL,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"decision" text,
	"decided_by" text DEFAULT '' NOT NULL,
	"priority" real DEFAULT 0 NOT NULL,
	"score" real,
	"epss" real,
	"is_exploited" boolean DEFAULT false NOT NULL,
	"state" text,
	"owner_uuid" uuid,
	"owner" text DEFAULT '' NOT NULL,
	"due_at" timestamp (6) with time zone,
	"is_due_chosen" boolean DEFAULT false NOT NULL,
	"resolution" text,
	"fix_release_uuid" uuid,
	"review_on" date,
	"acknowledged_at" timestamp (6) with time zone,
	"assessed_at" timestamp (6) with time zone,
	"decided_at" timestamp (6) with time zone,
	"fixed_at" timestamp (6) with time zone,
	"deployed_at" timestamp (6) with time zone,
	"first_seen" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (6) with time zone,
	"assess_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
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
ALTER TABLE "approved_combinations" ADD CONSTRAINT "approved_combinations_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approved_combinations" ADD CONSTRAINT "approved_combinations_variant_uuid_variants_uuid_fk" FOREIGN KEY ("variant_uuid") REFERENCES "public"."variants"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approved_combinations" ADD CONSTRAINT "approved_combinations_proposed_by_uuid_users_uuid_fk" FOREIGN KEY ("proposed_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approved_combinations" ADD CONSTRAINT "approved_combinations_decided_by_uuid_users_uuid_fk" FOREIGN KEY ("decided_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approved_combinations" ADD CONSTRAINT "approved_combinations_withdrawn_by_uuid_users_uuid_fk" FOREIGN KEY ("withdrawn_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compatibility_rules" ADD CONSTRAINT "compatibility_rules_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compatibility_rules" ADD CONSTRAINT "compatibility_rules_release_uuid_releases_uuid_fk" FOREIGN KEY ("release_uuid") REFERENCES "public"."releases"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compatibility_rules" ADD CONSTRAINT "compatibility_rules_part_uuid_hardware_parts_uuid_fk" FOREIGN KEY ("part_uuid") REFERENCES "public"."hardware_parts"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compatibility_rules" ADD CONSTRAINT "compatibility_rules_other_release_uuid_releases_uuid_fk" FOREIGN KEY ("other_release_uuid") REFERENCES "public"."releases"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compatibility_rules" ADD CONSTRAINT "compatibility_rules_other_software_uuid_software_uuid_fk" FOREIGN KEY ("other_software_uuid") REFERENCES "public"."software"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compatibility_rules" ADD CONSTRAINT "compatibility_rules_updated_by_uuid_users_uuid_fk" FOREIGN KEY ("updated_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hardware_parts" ADD CONSTRAINT "hardware_parts_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hardware_parts" ADD CONSTRAINT "hardware_parts_updated_by_uuid_users_uuid_fk" FOREIGN KEY ("updated_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_units" ADD CONSTRAINT "variant_units_variant_uuid_variants_uuid_fk" FOREIGN KEY ("variant_uuid") REFERENCES "public"."variants"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_units" ADD CONSTRAINT "variant_units_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_units" ADD CONSTRAINT "variant_units_part_uuid_hardware_parts_uuid_fk" FOREIGN KEY ("part_uuid") REFERENCES "public"."hardware_parts"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_units" ADD CONSTRAINT "variant_units_release_uuid_releases_uuid_fk" FOREIGN KEY ("release_uuid") REFERENCES "public"."releases"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_updated_by_uuid_users_uuid_fk" FOREIGN KEY ("updated_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_variants" ADD CONSTRAINT "vehicle_variants_vehicle_uuid_vehicles_uuid_fk" FOREIGN KEY ("vehicle_uuid") REFERENCES "public"."vehicles"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_variants" ADD CONSTRAINT "vehicle_variants_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_variants" ADD CONSTRAINT "vehicle_variants_variant_uuid_variants_uuid_fk" FOREIGN KEY ("variant_uuid") REFERENCES "public"."variants"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "software_count_changes" ADD CONSTRAINT "software_count_changes_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "software_counts" ADD CONSTRAINT "software_counts_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_software" ADD CONSTRAINT "vehicle_software_vehicle_uuid_vehicles_uuid_fk" FOREIGN KEY ("vehicle_uuid") REFERENCES "public"."vehicles"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_software" ADD CONSTRAINT "vehicle_software_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crypto_notices" ADD CONSTRAINT "crypto_notices_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bom_dependencies" ADD CONSTRAINT "bom_dependencies_document_uuid_bom_documents_uuid_fk" FOREIGN KEY ("document_uuid") REFERENCES "public"."bom_documents"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bom_dependencies" ADD CONSTRAINT "bom_dependencies_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bom_document_parts" ADD CONSTRAINT "bom_document_parts_document_uuid_bom_documents_uuid_fk" FOREIGN KEY ("document_uuid") REFERENCES "public"."bom_documents"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bom_document_parts" ADD CONSTRAINT "bom_document_parts_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bom_documents" ADD CONSTRAINT "bom_documents_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bom_documents" ADD CONSTRAINT "bom_documents_release_uuid_releases_uuid_fk" FOREIGN KEY ("release_uuid") REFERENCES "public"."releases"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bom_documents" ADD CONSTRAINT "bom_documents_added_by_uuid_users_uuid_fk" FOREIGN KEY ("added_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bom_statements" ADD CONSTRAINT "bom_statements_document_uuid_bom_documents_uuid_fk" FOREIGN KEY ("document_uuid") REFERENCES "public"."bom_documents"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bom_statements" ADD CONSTRAINT "bom_statements_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "component_aliases" ADD CONSTRAINT "component_aliases_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "component_keys" ADD CONSTRAINT "component_keys_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "component_keys" ADD CONSTRAINT "component_keys_component_id_component_versions_id_fk" FOREIGN KEY ("component_id") REFERENCES "public"."component_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "component_versions" ADD CONSTRAINT "component_versions_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occurrences" ADD CONSTRAINT "occurrences_document_uuid_bom_documents_uuid_fk" FOREIGN KEY ("document_uuid") REFERENCES "public"."bom_documents"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occurrences" ADD CONSTRAINT "occurrences_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occurrences" ADD CONSTRAINT "occurrences_component_id_component_versions_id_fk" FOREIGN KEY ("component_id") REFERENCES "public"."component_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_software_uuid_software_uuid_fk" FOREIGN KEY ("software_uuid") REFERENCES "public"."software"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_approved_by_uuid_users_uuid_fk" FOREIGN KEY ("approved_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_created_by_uuid_users_uuid_fk" FOREIGN KEY ("created_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases_to_match" ADD CONSTRAINT "releases_to_match_release_uuid_releases_uuid_fk" FOREIGN KEY ("release_uuid") REFERENCES "public"."releases"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases_to_match" ADD CONSTRAINT "releases_to_match_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "software" ADD CONSTRAINT "software_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "software" ADD CONSTRAINT "software_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "software" ADD CONSTRAINT "software_created_by_uuid_users_uuid_fk" FOREIGN KEY ("created_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "software_policies" ADD CONSTRAINT "software_policies_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "advisories" ADD CONSTRAINT "advisories_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "advisories" ADD CONSTRAINT "advisories_group_id_vulnerability_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."vulnerability_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "advisory_keys" ADD CONSTRAINT "advisory_keys_advisory_id_advisories_id_fk" FOREIGN KEY ("advisory_id") REFERENCES "public"."advisories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "advisory_keys" ADD CONSTRAINT "advisory_keys_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "groups_to_match" ADD CONSTRAINT "groups_to_match_group_id_vulnerability_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."vulnerability_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vulnerability_aliases" ADD CONSTRAINT "vulnerability_aliases_group_id_vulnerability_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."vulnerability_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vulnerability_aliases" ADD CONSTRAINT "vulnerability_aliases_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vulnerability_groups" ADD CONSTRAINT "vulnerability_groups_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_vulnerabilities" ADD CONSTRAINT "program_vulnerabilities_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_vulnerabilities" ADD CONSTRAINT "program_vulnerabilities_group_id_vulnerability_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."vulnerability_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_vulnerabilities" ADD CONSTRAINT "program_vulnerabilities_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_vulnerabilities" ADD CONSTRAINT "program_vulnerabilities_concluded_by_uuid_users_uuid_fk" FOREIGN KEY ("concluded_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_vulnerabilities" ADD CONSTRAINT "program_vulnerabilities_fix_release_uuid_releases_uuid_fk" FOREIGN KEY ("fix_release_uuid") REFERENCES "public"."releases"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_vulnerability_entries" ADD CONSTRAINT "program_vulnerability_entries_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_vulnerability_entries" ADD CONSTRAINT "program_vulnerability_entries_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_vulnerability_entries" ADD CONSTRAINT "program_vulnerability_entries_group" FOREIGN KEY ("group_id") REFERENCES "public"."vulnerability_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "finding_entries" ADD CONSTRAINT "finding_entries_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_entries" ADD CONSTRAINT "finding_entries_finding_uuid_findings_uuid_fk" FOREIGN KEY ("finding_uuid") REFERENCES "public"."findings"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_notes" ADD CONSTRAINT "finding_notes_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_notes" ADD CONSTRAINT "finding_notes_group_id_vulnerability_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."vulnerability_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_notes" ADD CONSTRAINT "finding_notes_author_uuid_users_uuid_fk" FOREIGN KEY ("author_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_notices" ADD CONSTRAINT "finding_notices_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_notices" ADD CONSTRAINT "finding_notices_group_id_vulnerability_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."vulnerability_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_notices" ADD CONSTRAINT "finding_notices_software_uuid_software_uuid_fk" FOREIGN KEY ("software_uuid") REFERENCES "public"."software"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_statements" ADD CONSTRAINT "finding_statements_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_statements" ADD CONSTRAINT "finding_statements_finding_uuid_findings_uuid_fk" FOREIGN KEY ("finding_uuid") REFERENCES "public"."findings"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_statements" ADD CONSTRAINT "finding_statements_release_uuid_releases_uuid_fk" FOREIGN KEY ("release_uuid") REFERENCES "public"."releases"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_statements" ADD CONSTRAINT "finding_statements_author_uuid_users_uuid_fk" FOREIGN KEY ("author_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_statements" ADD CONSTRAINT "finding_statements_confirmed_by_uuid_users_uuid_fk" FOREIGN KEY ("confirmed_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_component_id_component_versions_id_fk" FOREIGN KEY ("component_id") REFERENCES "public"."component_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_group_id_vulnerability_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."vulnerability_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_owner_uuid_users_uuid_fk" FOREIGN KEY ("owner_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_fix_release_uuid_releases_uuid_fk" FOREIGN KEY ("fix_release_uuid") REFERENCES "public"."releases"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings_to_watch" ADD CONSTRAINT "findings_to_watch_finding_uuid_findings_uuid_fk" FOREIGN KEY ("finding_uuid") REFERENCES "public"."findings"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings_to_watch" ADD CONSTRAINT "findings_to_watch_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_sources" ADD CONSTRAINT "monitoring_sources_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_sources" ADD CONSTRAINT "monitoring_sources_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_sources" ADD CONSTRAINT "monitoring_sources_owner_uuid_users_uuid_fk" FOREIGN KEY ("owner_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_triggers" ADD CONSTRAINT "monitoring_triggers_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_triggers" ADD CONSTRAINT "monitoring_triggers_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_triggers" ADD CONSTRAINT "monitoring_triggers_owner_uuid_users_uuid_fk" FOREIGN KEY ("owner_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approved_combinations_by_number" ON "approved_combinations" USING btree ("variant_uuid","number");--> statement-breakpoint
CREATE INDEX "compatibility_rules_by_release" ON "compatibility_rules" USING btree ("org_uuid","release_uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "hardware_parts_by_number" ON "hardware_parts" USING btree ("org_uuid",lower("part_number"));--> statement-breakpoint
CREATE INDEX "variant_units_by_release" ON "variant_units" USING btree ("org_uuid","release_uuid");--> statement-breakpoint
CREATE INDEX "variant_units_by_part" ON "variant_units" USING btree ("part_uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "variants_by_name" ON "variants" USING btree ("org_uuid",lower("name"));--> statement-breakpoint
CREATE INDEX "vehicle_variants_by_variant" ON "vehicle_variants" USING btree ("org_uuid","variant_uuid","vehicle_uuid");--> statement-breakpoint
CREATE INDEX "vehicle_software_by_release" ON "vehicle_software" USING btree ("org_uuid",lower("software"),"version","vehicle_uuid");--> statement-breakpoint
CREATE INDEX "vehicle_software_that_differs" ON "vehicle_software" USING btree ("org_uuid","vehicle_uuid") WHERE differs;--> statement-breakpoint
CREATE INDEX "bom_dependencies_by_target" ON "bom_dependencies" USING btree ("document_uuid","to_position");--> statement-breakpoint
CREATE INDEX "bom_documents_by_release" ON "bom_documents" USING btree ("release_uuid","added_at");--> statement-breakpoint
CREATE INDEX "bom_documents_by_time" ON "bom_documents" USING btree ("org_uuid","added_at","uuid");--> statement-breakpoint
CREATE INDEX "bom_documents_removed" ON "bom_documents" USING btree ("uuid") WHERE release_uuid IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "component_aliases_by_name" ON "component_aliases" USING btree ("org_uuid",lower("name"),lower("supplier"));--> statement-breakpoint
CREATE INDEX "component_keys_by_package" ON "component_keys" USING btree ("ecosystem","name","component_id");--> statement-breakpoint
CREATE INDEX "component_keys_by_organisation" ON "component_keys" USING btree ("org_uuid","ecosystem","name");--> statement-breakpoint
CREATE UNIQUE INDEX "component_versions_by_identity" ON "component_versions" USING btree ("org_uuid",md5("identity"));--> statement-breakpoint
CREATE INDEX "component_versions_by_name" ON "component_versions" USING btree ("org_uuid",lower("name"),"id");--> statement-breakpoint
CREATE INDEX "component_versions_by_words" ON "component_versions" USING gin (lower(name) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "occurrences_by_component" ON "occurrences" USING btree ("component_id","release_uuid");--> statement-breakpoint
CREATE INDEX "occurrences_of_crypto" ON "occurrences" USING btree ("org_uuid","release_uuid") WHERE crypto IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "releases_by_version" ON "releases" USING btree ("software_uuid","version");--> statement-breakpoint
CREATE INDEX "releases_by_time" ON "releases" USING btree ("org_uuid","created_at","uuid");--> statement-breakpoint
CREATE INDEX "releases_by_document" ON "releases" USING btree ("document_uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "software_by_number" ON "software" USING btree ("org_uuid","number");--> statement-breakpoint
CREATE UNIQUE INDEX "software_by_name" ON "software" USING btree ("org_uuid",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "software_by_reported_name" ON "software" USING btree ("org_uuid",lower("reported_as")) WHERE reported_as <> '';--> statement-breakpoint
CREATE INDEX "software_by_program" ON "software" USING btree ("program_uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "advisories_by_name" ON "advisories" USING btree ("source","name",coalesce(org_uuid, '00000000-0000-0000-0000-000000000000'));--> statement-breakpoint
CREATE INDEX "advisories_by_group" ON "advisories" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "advisory_keys_by_package" ON "advisory_keys" USING btree ("ecosystem","name","advisory_id");--> statement-breakpoint
CREATE INDEX "vulnerability_aliases_by_group" ON "vulnerability_aliases" USING btree ("group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "vulnerability_groups_by_name" ON "vulnerability_groups" USING btree ("name",coalesce(org_uuid, '00000000-0000-0000-0000-000000000000'));--> statement-breakpoint
CREATE INDEX "vulnerability_groups_by_time" ON "vulnerability_groups" USING btree ("modified","id");--> statement-breakpoint
CREATE INDEX "program_vulnerabilities_by_group" ON "program_vulnerabilities" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "program_vulnerabilities_org_uuid_index" ON "program_vulnerabilities" USING btree ("org_uuid");--> statement-breakpoint
CREATE INDEX "program_vulnerability_entries_by_place" ON "program_vulnerability_entries" USING btree ("program_uuid","group_id","id");--> statement-breakpoint
CREATE INDEX "program_vulnerability_entries_by_group" ON "program_vulnerability_entries" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "program_vulnerability_entries_org_uuid_index" ON "program_vulnerability_entries" USING btree ("org_uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "cybersecurity_events_by_number" ON "cybersecurity_events" USING btree ("program_uuid","number");--> statement-breakpoint
CREATE INDEX "cybersecurity_events_org_uuid_program_uuid_created_at_index" ON "cybersecurity_events" USING btree ("org_uuid","program_uuid","created_at");--> statement-breakpoint
CREATE INDEX "cybersecurity_events_group_id_index" ON "cybersecurity_events" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "cybersecurity_events_trigger_uuid_index" ON "cybersecurity_events" USING btree ("trigger_uuid");--> statement-breakpoint
CREATE INDEX "event_entries_by_event" ON "event_entries" USING btree ("event_uuid","id");--> statement-breakpoint
CREATE INDEX "event_findings_finding_uuid_index" ON "event_findings" USING btree ("finding_uuid");--> statement-breakpoint
CREATE INDEX "monitoring_matches_group_id_index" ON "monitoring_matches" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "monitoring_matches_event_uuid_index" ON "monitoring_matches" USING btree ("event_uuid");--> statement-breakpoint
CREATE INDEX "finding_entries_by_finding" ON "finding_entries" USING btree ("finding_uuid","id");--> statement-breakpoint
CREATE INDEX "finding_notes_org_uuid_group_id_index" ON "finding_notes" USING btree ("org_uuid","group_id");--> statement-breakpoint
CREATE INDEX "finding_notes_org_uuid_package_index" ON "finding_notes" USING btree ("org_uuid","package");--> statement-breakpoint
CREATE INDEX "finding_notices_group_id_index" ON "finding_notices" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "finding_notices_software_uuid_index" ON "finding_notices" USING btree ("software_uuid");--> statement-breakpoint
CREATE INDEX "finding_statements_by_finding" ON "finding_statements" USING btree ("finding_uuid","stated_at");--> statement-breakpoint
CREATE INDEX "finding_statements_release_uuid_index" ON "finding_statements" USING btree ("release_uuid");--> statement-breakpoint
CREATE INDEX "finding_statements_by_origin" ON "finding_statements" USING btree ("carried_from") WHERE carried_from IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "findings_by_component" ON "findings" USING btree ("component_id","group_id");--> statement-breakpoint
CREATE INDEX "findings_by_priority" ON "findings" USING btree ("org_uuid","status","priority","uuid");--> statement-breakpoint
CREATE INDEX "findings_by_group" ON "findings" USING btree ("group_id","org_uuid");--> statement-breakpoint
CREATE INDEX "findings_to_assess" ON "findings" USING btree ("assess_at");--> statement-breakpoint
CREATE INDEX "findings_by_fix" ON "findings" USING btree ("fix_release_uuid") WHERE fix_release_uuid IS NOT NULL;--> statement-breakpoint
CREATE INDEX "findings_by_time" ON "findings" USING btree ("org_uuid","updated_at","uuid");--> statement-breakpoint
CREATE INDEX "findings_by_due" ON "findings" USING btree ("org_uuid","due_at") WHERE due_at IS NOT NULL AND closed_at IS NULL;--> statement-breakpoint
CREATE INDEX "findings_to_watch_org_uuid_since_index" ON "findings_to_watch" USING btree ("org_uuid","since");--> statement-breakpoint
CREATE INDEX "monitoring_sources_org_uuid_program_uuid_index" ON "monitoring_sources" USING btree ("org_uuid","program_uuid");--> statement-breakpoint
CREATE INDEX "monitoring_triggers_org_uuid_program_uuid_index" ON "monitoring_triggers" USING btree ("org_uuid","program_uuid");--> statement-breakpoint
CREATE FUNCTION "count_vehicle_software"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO "software_count_changes" ("org_uuid", "ecu", "software", "version", "vehicles")
		SELECT "org_uuid", "ecu", "software", "version", count(*) FROM "new_rows" WHERE "basis" = 'reported'
		GROUP BY 1, 2, 3, 4;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO "software_count_changes" ("org_uuid", "ecu", "software", "version", "vehicles")
		SELECT "org_uuid", "ecu", "software", "version", -count(*) FROM "old_rows" WHERE "basis" = 'reported'
		GROUP BY 1, 2, 3, 4;
	ELSE
		INSERT INTO "software_count_changes" ("org_uuid", "ecu", "software", "version", "vehicles")
		SELECT c."org_uuid", c."ecu", c."software", c."version", sum(c."change")
		FROM "new_rows" n JOIN "old_rows" o USING ("vehicle_uuid", "ecu", "basis"),
			LATERAL (VALUES (n."org_uuid", n."ecu", n."software", n."version", 1),
				(o."org_uuid", o."ecu", o."software", o."version", -1))
				AS c("org_uuid", "ecu", "software", "version", "change")
		WHERE n."basis" = 'reported' AND (n."software" <> o."software" OR n."version" <> o."version")
		GROUP BY 1, 2, 3, 4 HAVING sum(c."change") <> 0;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "vehicle_software_added" AFTER INSERT ON "vehicle_software" REFERENCING NEW TABLE AS "new_rows" FOR EACH STATEMENT EXECUTE FUNCTION "count_vehicle_software"();--> statement-breakpoint
CREATE TRIGGER "vehicle_software_removed" AFTER DELETE ON "vehicle_software" REFERENCING OLD TABLE AS "old_rows" FOR EACH STATEMENT EXECUTE FUNCTION "count_vehicle_software"();--> statement-breakpoint
CREATE TRIGGER "vehicle_software_changed" AFTER UPDATE ON "vehicle_software" REFERENCING NEW TABLE AS "new_rows" OLD TABLE AS "old_rows" FOR EACH STATEMENT EXECUTE FUNCTION "count_vehicle_software"();
