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
ALTER TABLE "vehicle_software" ADD COLUMN "variant_uuid" uuid;--> statement-breakpoint
ALTER TABLE "vehicle_software" ADD COLUMN "differs" boolean DEFAULT false NOT NULL;--> statement-breakpoint
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
CREATE UNIQUE INDEX "approved_combinations_by_number" ON "approved_combinations" USING btree ("variant_uuid","number");--> statement-breakpoint
CREATE INDEX "compatibility_rules_by_release" ON "compatibility_rules" USING btree ("org_uuid","release_uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "hardware_parts_by_number" ON "hardware_parts" USING btree ("org_uuid",lower("part_number"));--> statement-breakpoint
CREATE INDEX "variant_units_by_release" ON "variant_units" USING btree ("org_uuid","release_uuid");--> statement-breakpoint
CREATE INDEX "variant_units_by_part" ON "variant_units" USING btree ("part_uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "variants_by_name" ON "variants" USING btree ("org_uuid",lower("name"));--> statement-breakpoint
CREATE INDEX "vehicle_variants_by_variant" ON "vehicle_variants" USING btree ("org_uuid","variant_uuid","vehicle_uuid");--> statement-breakpoint
CREATE INDEX "vehicle_software_that_differs" ON "vehicle_software" USING btree ("org_uuid","vehicle_uuid") WHERE differs;--> statement-breakpoint
-- counts of vehicles by reported version: each statement appends what it changed, also when vehicles are removed
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
