CREATE TABLE "rule_backtests" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"rule_uuid" uuid NOT NULL,
	"version" integer NOT NULL,
	"job_uuid" uuid NOT NULL,
	"from" timestamp (6) with time zone NOT NULL,
	"to" timestamp (6) with time zone NOT NULL,
	"events" bigint DEFAULT 0 NOT NULL,
	"hits" bigint DEFAULT 0 NOT NULL,
	"by_day" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"by_vehicle" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"examples" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rule_loads" (
	"org_uuid" uuid NOT NULL,
	"rule_uuid" uuid NOT NULL,
	"process" text NOT NULL,
	"at" timestamp (6) with time zone NOT NULL,
	"version" integer NOT NULL,
	"hits" bigint NOT NULL,
	"last_hit" timestamp (6) with time zone,
	"groups" integer NOT NULL,
	"entries" integer NOT NULL,
	"evicted" bigint NOT NULL,
	"microseconds_per_event" double precision NOT NULL,
	"fault" text,
	CONSTRAINT "rule_loads_rule_uuid_process_pk" PRIMARY KEY("rule_uuid","process")
);
--> statement-breakpoint
CREATE TABLE "rule_settings" (
	"org_uuid" uuid PRIMARY KEY NOT NULL,
	"four_eyes" boolean DEFAULT false NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rule_versions" (
	"org_uuid" uuid NOT NULL,
	"rule_uuid" uuid NOT NULL,
	"version" integer NOT NULL,
	"text" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"author_uuid" uuid,
	"author" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"approved_by" text,
	"approved_at" timestamp (6) with time zone,
	CONSTRAINT "rule_versions_rule_uuid_version_pk" PRIMARY KEY("rule_uuid","version")
);
--> statement-breakpoint
CREATE TABLE "rules" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"severity" smallint NOT NULL,
	"service" text DEFAULT '' NOT NULL,
	"tags" text[] NOT NULL,
	"sigma_id" text,
	"sigma_name" text,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"enabled_version" integer,
	"origin" text DEFAULT 'own' NOT NULL,
	"pack" text,
	"pack_version" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "rule_backtests" ADD CONSTRAINT "rule_backtests_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_backtests" ADD CONSTRAINT "rule_backtests_rule_uuid_rules_uuid_fk" FOREIGN KEY ("rule_uuid") REFERENCES "public"."rules"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_loads" ADD CONSTRAINT "rule_loads_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_loads" ADD CONSTRAINT "rule_loads_rule_uuid_rules_uuid_fk" FOREIGN KEY ("rule_uuid") REFERENCES "public"."rules"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_settings" ADD CONSTRAINT "rule_settings_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_versions" ADD CONSTRAINT "rule_versions_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_versions" ADD CONSTRAINT "rule_versions_rule_uuid_rules_uuid_fk" FOREIGN KEY ("rule_uuid") REFERENCES "public"."rules"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rules" ADD CONSTRAINT "rules_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rule_backtests_org_uuid_rule_uuid_created_at_index" ON "rule_backtests" USING btree ("org_uuid","rule_uuid","created_at");--> statement-breakpoint
CREATE INDEX "rule_loads_org_uuid_index" ON "rule_loads" USING btree ("org_uuid");--> statement-breakpoint
CREATE INDEX "rule_versions_org_uuid_index" ON "rule_versions" USING btree ("org_uuid");--> statement-breakpoint
CREATE INDEX "rules_org_uuid_updated_at_index" ON "rules" USING btree ("org_uuid","updated_at");--> statement-breakpoint
CREATE INDEX "rules_org_uuid_sigma_id_index" ON "rules" USING btree ("org_uuid","sigma_id");--> statement-breakpoint
CREATE INDEX "alerts_by_rule" ON "alerts" USING btree ("org_uuid","rule_uuid","resolution") WHERE rule_uuid IS NOT NULL;