CREATE TABLE "program_methods" (
	"program_uuid" uuid NOT NULL,
	"kind" text NOT NULL,
	"org_uuid" uuid NOT NULL,
	"method_uuid" uuid NOT NULL,
	CONSTRAINT "program_methods_program_uuid_kind_pk" PRIMARY KEY("program_uuid","kind")
);
--> statement-breakpoint
DROP INDEX "method_versions_org_uuid_name_version_index";--> statement-breakpoint
ALTER TABLE "method_versions" ADD COLUMN "kind" text DEFAULT 'tara' NOT NULL;--> statement-breakpoint
ALTER TABLE "program_methods" ADD CONSTRAINT "program_methods_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_methods" ADD CONSTRAINT "program_methods_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_methods" ADD CONSTRAINT "program_methods_method_uuid_method_versions_uuid_fk" FOREIGN KEY ("method_uuid") REFERENCES "public"."method_versions"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "program_methods_org_uuid_index" ON "program_methods" USING btree ("org_uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "method_versions_org_uuid_kind_name_version_index" ON "method_versions" USING btree ("org_uuid","kind","name","version");