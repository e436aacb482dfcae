-- parts of values are found by their groups of three letters; a trusted extension, which the owner of a database may create
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "observable_alerts" (
	"org_uuid" uuid NOT NULL,
	"observable_uuid" uuid NOT NULL,
	"alert_uuid" uuid NOT NULL,
	"last_day" date NOT NULL,
	"last_seen" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "observable_alerts_observable_uuid_alert_uuid_pk" PRIMARY KEY("observable_uuid","alert_uuid")
);
--> statement-breakpoint
CREATE TABLE "observable_analyzers" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"types" text[] NOT NULL,
	"max_tlp" text NOT NULL,
	"max_pap" text NOT NULL,
	"per_hour" integer NOT NULL,
	"cache_hours" integer NOT NULL,
	"options" jsonb NOT NULL,
	"secret" "bytea",
	"active" boolean DEFAULT true NOT NULL,
	"used_hour" timestamp (6) with time zone,
	"used_count" integer DEFAULT 0 NOT NULL,
	"author_uuid" uuid,
	"author" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "observable_list_entries" (
	"org_uuid" uuid NOT NULL,
	"list_uuid" uuid NOT NULL,
	"type" text NOT NULL,
	"value" text NOT NULL,
	"hash" bigint NOT NULL,
	"added_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "observable_lists" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"severity" smallint NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"expires_at" timestamp (6) with time zone,
	"entries" integer DEFAULT 0 NOT NULL,
	"author_uuid" uuid,
	"author" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "observable_positions" (
	"org_uuid" uuid PRIMARY KEY NOT NULL,
	"epoch" text NOT NULL,
	"seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "observable_results" (
	"org_uuid" uuid NOT NULL,
	"observable_uuid" uuid NOT NULL,
	"analyzer" text NOT NULL,
	"name" text NOT NULL,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (6) with time zone NOT NULL,
	"verdict" text NOT NULL,
	"summary" text NOT NULL,
	"facts" jsonb NOT NULL,
	CONSTRAINT "observable_results_observable_uuid_analyzer_pk" PRIMARY KEY("observable_uuid","analyzer")
);
--> statement-breakpoint
CREATE TABLE "observable_settings" (
	"org_uuid" uuid PRIMARY KEY NOT NULL,
	"watch_revision" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "observable_sightings" (
	"org_uuid" uuid NOT NULL,
	"observable_uuid" uuid NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "observable_sightings_observable_uuid_day_kind_pk" PRIMARY KEY("observable_uuid","day","kind")
);
--> statement-breakpoint
CREATE TABLE "observables" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"type" text NOT NULL,
	"value" text NOT NULL,
	"tlp" text DEFAULT 'AMBER' NOT NULL,
	"pap" text DEFAULT 'AMBER' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"is_ioc" boolean DEFAULT false NOT NULL,
	"first_seen" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"last_seen" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"sightings" bigint DEFAULT 0 NOT NULL,
	"expires_at" timestamp (6) with time zone,
	"source" text NOT NULL,
	"author_uuid" uuid,
	"author" text DEFAULT '' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "observable_alerts" ADD CONSTRAINT "observable_alerts_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observable_alerts" ADD CONSTRAINT "observable_alerts_observable_uuid_observables_uuid_fk" FOREIGN KEY ("observable_uuid") REFERENCES "public"."observables"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observable_analyzers" ADD CONSTRAINT "observable_analyzers_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observable_list_entries" ADD CONSTRAINT "observable_list_entries_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observable_list_entries" ADD CONSTRAINT "observable_list_entries_list_uuid_observable_lists_uuid_fk" FOREIGN KEY ("list_uuid") REFERENCES "public"."observable_lists"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observable_lists" ADD CONSTRAINT "observable_lists_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observable_positions" ADD CONSTRAINT "observable_positions_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observable_results" ADD CONSTRAINT "observable_results_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observable_results" ADD CONSTRAINT "observable_results_observable_uuid_observables_uuid_fk" FOREIGN KEY ("observable_uuid") REFERENCES "public"."observables"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observable_settings" ADD CONSTRAINT "observable_settings_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observable_sightings" ADD CONSTRAINT "observable_sightings_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observable_sightings" ADD CONSTRAINT "observable_sightings_observable_uuid_observables_uuid_fk" FOREIGN KEY ("observable_uuid") REFERENCES "public"."observables"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observables" ADD CONSTRAINT "observables_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "observable_alerts_by_alert" ON "observable_alerts" USING btree ("alert_uuid");--> statement-breakpoint
CREATE INDEX "observable_alerts_by_time" ON "observable_alerts" USING btree ("observable_uuid","last_seen");--> statement-breakpoint
CREATE UNIQUE INDEX "observable_analyzers_by_name" ON "observable_analyzers" USING btree ("org_uuid",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "observable_list_entries_by_value" ON "observable_list_entries" USING btree ("list_uuid","type",md5("value"));--> statement-breakpoint
CREATE INDEX "observable_list_entries_by_hash" ON "observable_list_entries" USING btree ("org_uuid","hash");--> statement-breakpoint
CREATE INDEX "observable_list_entries_by_time" ON "observable_list_entries" USING btree ("list_uuid","added_at");--> statement-breakpoint
CREATE UNIQUE INDEX "observable_lists_by_name" ON "observable_lists" USING btree ("org_uuid",lower("name"));--> statement-breakpoint
CREATE INDEX "observable_results_org_uuid_index" ON "observable_results" USING btree ("org_uuid");--> statement-breakpoint
CREATE INDEX "observable_sightings_org_uuid_day_index" ON "observable_sightings" USING btree ("org_uuid","day");--> statement-breakpoint
CREATE UNIQUE INDEX "observables_by_value" ON "observables" USING btree ("org_uuid","type",md5("value"));--> statement-breakpoint
CREATE INDEX "observables_by_time" ON "observables" USING btree ("org_uuid","last_seen","uuid");--> statement-breakpoint
CREATE INDEX "observables_by_type" ON "observables" USING btree ("org_uuid","type","last_seen","uuid");--> statement-breakpoint
CREATE INDEX "observables_by_words" ON "observables" USING gin (lower(value) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "observables_by_prefix" ON "observables" USING btree ("org_uuid",left(lower(value), 100) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "observables_by_tag" ON "observables" USING gin ("tags");