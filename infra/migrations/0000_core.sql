CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_uuid" uuid NOT NULL,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"actor_uuid" uuid,
	"actor" text NOT NULL,
	"address" text,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_uuid" uuid,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "change_counters" (
	"org_uuid" uuid PRIMARY KEY NOT NULL,
	"epoch" uuid DEFAULT gen_random_uuid() NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ingest_keys" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"name" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"events_per_second" integer,
	"created_by" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "organisations" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "organisations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"is_demo_mode" boolean DEFAULT false NOT NULL,
	"licence_active" boolean DEFAULT true NOT NULL,
	"licence_until" timestamp (6) with time zone,
	"modules" text[] DEFAULT '{}' NOT NULL,
	"unknown_vehicles" text DEFAULT 'register' NOT NULL,
	"reports_every_seconds" integer,
	"retention_days" integer,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organisations_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"user_uuid" uuid NOT NULL,
	"address" text,
	"user_agent" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (6) with time zone NOT NULL,
	"revoked_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"subject" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"since" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "alert_changes" (
	"org_uuid" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"alert_uuid" uuid NOT NULL,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"actor_uuid" uuid,
	"actor" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "alert_changes_org_uuid_seq_pk" PRIMARY KEY("org_uuid","seq")
);
--> statement-breakpoint
CREATE TABLE "alert_evidence" (
	"alert_uuid" uuid PRIMARY KEY NOT NULL,
	"org_uuid" uuid NOT NULL,
	"vehicle_id" integer,
	"kind" text NOT NULL,
	"bus" text,
	"around" timestamp (6) with time zone NOT NULL,
	"due_at" timestamp (6) with time zone NOT NULL,
	"filled_at" timestamp (6) with time zone,
	"events" jsonb,
	"total" integer
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"number" bigint DEFAULT 0 NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"title" text NOT NULL,
	"severity" smallint NOT NULL,
	"source" text NOT NULL,
	"rule" text NOT NULL,
	"rule_uuid" uuid,
	"vehicle_id" integer,
	"ecu" text,
	"bus" text,
	"dedup_key" text NOT NULL,
	"count" bigint NOT NULL,
	"first_seen" timestamp (6) with time zone NOT NULL,
	"last_seen" timestamp (6) with time zone NOT NULL,
	"status" text DEFAULT 'NEW' NOT NULL,
	"resolution" text,
	"acknowledged_by" uuid,
	"acknowledged_at" timestamp (6) with time zone,
	"cleared_at" timestamp (6) with time zone,
	"owner_uuid" uuid,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"tactics" text[] DEFAULT '{}' NOT NULL,
	"observables" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"explanation" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"risk" integer DEFAULT 0 NOT NULL,
	"case_uuid" uuid,
	"threat_scenario_uuid" uuid,
	"previous_uuid" uuid,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_changes" (
	"org_uuid" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"case_uuid" uuid NOT NULL,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"actor_uuid" uuid,
	"actor" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "case_changes_org_uuid_seq_pk" PRIMARY KEY("org_uuid","seq")
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"number" bigint DEFAULT 0 NOT NULL,
	"title" text NOT NULL,
	"stage" text DEFAULT 'NEW' NOT NULL,
	"severity" smallint NOT NULL,
	"owner_uuid" uuid,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (6) with time zone,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_rollups" (
	"org_id" integer NOT NULL,
	"step" text NOT NULL,
	"bucket" timestamp (6) with time zone NOT NULL,
	"severity" smallint NOT NULL,
	"alerts" integer NOT NULL,
	CONSTRAINT "alert_rollups_org_id_step_bucket_severity_pk" PRIMARY KEY("org_id","step","bucket","severity")
);
--> statement-breakpoint
CREATE TABLE "event_catalogue" (
	"org_uuid" uuid NOT NULL,
	"platform" text NOT NULL,
	"event_id" integer NOT NULL,
	"name" text NOT NULL,
	"severity" smallint NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"tactics" text[] NOT NULL,
	CONSTRAINT "event_catalogue_org_uuid_platform_event_id_pk" PRIMARY KEY("org_uuid","platform","event_id")
);
--> statement-breakpoint
CREATE TABLE "event_rollups" (
	"org_id" integer NOT NULL,
	"step" text NOT NULL,
	"bucket" timestamp (6) with time zone NOT NULL,
	"kind" text NOT NULL,
	"events" bigint NOT NULL,
	CONSTRAINT "event_rollups_org_id_step_bucket_kind_pk" PRIMARY KEY("org_id","step","bucket","kind")
);
--> statement-breakpoint
CREATE TABLE "health_rollups" (
	"org_id" integer NOT NULL,
	"step" text NOT NULL,
	"bucket" timestamp (6) with time zone NOT NULL,
	"healthy" integer NOT NULL,
	"degraded" integer NOT NULL,
	"compromised" integer NOT NULL,
	"offline" integer NOT NULL,
	CONSTRAINT "health_rollups_org_id_step_bucket_pk" PRIMARY KEY("org_id","step","bucket")
);
--> statement-breakpoint
CREATE TABLE "ingest_rejects" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ingest_rejects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_uuid" uuid NOT NULL,
	"at" timestamp (6) with time zone NOT NULL,
	"source" text NOT NULL,
	"vehicle" text,
	"line" integer,
	"reason" text NOT NULL,
	"event" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ingest_replies" (
	"key_uuid" uuid NOT NULL,
	"idempotency_key" text NOT NULL,
	"reply" jsonb NOT NULL,
	"at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "ingest_replies_key_uuid_idempotency_key_pk" PRIMARY KEY("key_uuid","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "signal_names" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signal_names_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"path" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "detector_memory" (
	"vehicle_id" integer NOT NULL,
	"detector" text NOT NULL,
	"org_uuid" uuid NOT NULL,
	"memory" jsonb NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "detector_memory_vehicle_id_detector_pk" PRIMARY KEY("vehicle_id","detector")
);
--> statement-breakpoint
CREATE TABLE "device_tokens" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"vehicle_uuid" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "geofences" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"name" text NOT NULL,
	"polygon" jsonb NOT NULL,
	"severity" smallint NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vehicle_state" (
	"vehicle_id" integer PRIMARY KEY NOT NULL,
	"org_uuid" uuid NOT NULL,
	"lat" double precision,
	"lon" double precision,
	"speed_kph" real,
	"heading_deg" real,
	"position_ts" timestamp (6) with time zone,
	"position_at" timestamp (6) with time zone,
	"telemetry_at" timestamp (6) with time zone,
	"can_at" timestamp (6) with time zone,
	"ids_at" timestamp (6) with time zone,
	"syslog_at" timestamp (6) with time zone,
	"last_seen" timestamp (6) with time zone NOT NULL,
	"open_alerts" integer DEFAULT 0 NOT NULL,
	"worst_severity" smallint
);
--> statement-breakpoint
CREATE TABLE "vehicles" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "vehicles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"org_uuid" uuid NOT NULL,
	"org_id" integer NOT NULL,
	"vin" text NOT NULL,
	"device_id" text,
	"name" text DEFAULT '' NOT NULL,
	"model" text DEFAULT '' NOT NULL,
	"platform" text DEFAULT '' NOT NULL,
	"software_version" text DEFAULT '' NOT NULL,
	"reports_every_seconds" integer,
	"registered_by" text DEFAULT 'ingest' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vehicles_id_unique" UNIQUE("id")
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_counters" ADD CONSTRAINT "change_counters_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ingest_keys" ADD CONSTRAINT "ingest_keys_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_uuid_users_uuid_fk" FOREIGN KEY ("user_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_changes" ADD CONSTRAINT "alert_changes_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_evidence" ADD CONSTRAINT "alert_evidence_alert_uuid_alerts_uuid_fk" FOREIGN KEY ("alert_uuid") REFERENCES "public"."alerts"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_evidence" ADD CONSTRAINT "alert_evidence_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."vehicles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_changes" ADD CONSTRAINT "case_changes_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_catalogue" ADD CONSTRAINT "event_catalogue_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ingest_rejects" ADD CONSTRAINT "ingest_rejects_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "detector_memory" ADD CONSTRAINT "detector_memory_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."vehicles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_tokens" ADD CONSTRAINT "device_tokens_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_tokens" ADD CONSTRAINT "device_tokens_vehicle_uuid_vehicles_uuid_fk" FOREIGN KEY ("vehicle_uuid") REFERENCES "public"."vehicles"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geofences" ADD CONSTRAINT "geofences_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_state" ADD CONSTRAINT "vehicle_state_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."vehicles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicles" ADD CONSTRAINT "vehicles_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_org_uuid_at_index" ON "audit_log" USING btree ("org_uuid","at");--> statement-breakpoint
CREATE UNIQUE INDEX "ingest_keys_key_hash_index" ON "ingest_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "ingest_keys_org_uuid_index" ON "ingest_keys" USING btree ("org_uuid");--> statement-breakpoint
CREATE INDEX "sessions_user_uuid_index" ON "sessions" USING btree ("user_uuid");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_failures_since_index" ON "sign_in_failures" USING btree ("since");--> statement-breakpoint
CREATE INDEX "users_org_uuid_index" ON "users" USING btree ("org_uuid");--> statement-breakpoint
CREATE INDEX "alert_changes_alert_uuid_seq_index" ON "alert_changes" USING btree ("alert_uuid","seq");--> statement-breakpoint
CREATE INDEX "alert_evidence_due" ON "alert_evidence" USING btree ("due_at") WHERE filled_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open_dedup" ON "alerts" USING btree ("org_uuid","dedup_key") WHERE status NOT IN ('CLOSED', 'MERGED');--> statement-breakpoint
CREATE INDEX "alerts_by_dedup" ON "alerts" USING btree ("org_uuid","dedup_key","first_seen");--> statement-breakpoint
CREATE INDEX "alerts_by_time" ON "alerts" USING btree ("org_uuid","last_seen","uuid");--> statement-breakpoint
CREATE INDEX "alerts_by_status" ON "alerts" USING btree ("org_uuid","status","last_seen");--> statement-breakpoint
CREATE INDEX "alerts_open_by_vehicle" ON "alerts" USING btree ("vehicle_id") WHERE status NOT IN ('CLOSED', 'MERGED');--> statement-breakpoint
CREATE INDEX "case_changes_case_uuid_seq_index" ON "case_changes" USING btree ("case_uuid","seq");--> statement-breakpoint
CREATE INDEX "cases_org_uuid_created_at_index" ON "cases" USING btree ("org_uuid","created_at");--> statement-breakpoint
CREATE INDEX "alert_rollups_step_bucket_index" ON "alert_rollups" USING btree ("step","bucket");--> statement-breakpoint
CREATE INDEX "event_rollups_step_bucket_index" ON "event_rollups" USING btree ("step","bucket");--> statement-breakpoint
CREATE INDEX "health_rollups_step_bucket_index" ON "health_rollups" USING btree ("step","bucket");--> statement-breakpoint
CREATE INDEX "ingest_rejects_org_uuid_at_index" ON "ingest_rejects" USING btree ("org_uuid","at");--> statement-breakpoint
CREATE INDEX "ingest_replies_at_index" ON "ingest_replies" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "signal_names_path_index" ON "signal_names" USING btree ("path");--> statement-breakpoint
CREATE UNIQUE INDEX "device_tokens_token_hash_index" ON "device_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "device_tokens_org_uuid_index" ON "device_tokens" USING btree ("org_uuid");--> statement-breakpoint
CREATE INDEX "geofences_org_uuid_index" ON "geofences" USING btree ("org_uuid");--> statement-breakpoint
CREATE INDEX "vehicle_state_org_uuid_index" ON "vehicle_state" USING btree ("org_uuid");--> statement-breakpoint
CREATE INDEX "vehicles_org_uuid_updated_at_index" ON "vehicles" USING btree ("org_uuid","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "vehicles_org_uuid_vin_index" ON "vehicles" USING btree ("org_uuid","vin");--> statement-breakpoint
CREATE UNIQUE INDEX "vehicles_org_uuid_device_id_index" ON "vehicles" USING btree ("org_uuid","device_id") WHERE "vehicles"."device_id" IS NOT NULL;