CREATE TABLE "assessment_versions" (
	"threat_uuid" uuid NOT NULL,
	"seq" integer NOT NULL,
	"org_uuid" uuid NOT NULL,
	"program_uuid" uuid NOT NULL,
	"initial" smallint,
	"today" smallint,
	"target" smallint,
	"cal" smallint,
	"method" text NOT NULL,
	"method_version" integer NOT NULL,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "assessment_versions_threat_uuid_seq_pk" PRIMARY KEY("threat_uuid","seq")
);
--> statement-breakpoint
ALTER TABLE "assessment_versions" ADD CONSTRAINT "assessment_versions_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assessment_versions" ADD CONSTRAINT "assessment_versions_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assessment_versions_program_uuid_seq_index" ON "assessment_versions" USING btree ("program_uuid","seq");--> statement-breakpoint
CREATE INDEX "assessment_versions_org_uuid_index" ON "assessment_versions" USING btree ("org_uuid");