CREATE TABLE "sighting_looks" (
	"program_uuid" uuid PRIMARY KEY NOT NULL,
	"org_uuid" uuid NOT NULL,
	"seq" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sighting_looks" ADD CONSTRAINT "sighting_looks_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sighting_looks" ADD CONSTRAINT "sighting_looks_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sighting_looks_org_uuid_index" ON "sighting_looks" USING btree ("org_uuid");