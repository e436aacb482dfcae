CREATE TABLE "computed_values" (
	"kind" text NOT NULL,
	"artefact_uuid" uuid NOT NULL,
	"org_uuid" uuid NOT NULL,
	"program_uuid" uuid NOT NULL,
	"figures" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"value" jsonb NOT NULL,
	"graph_version" integer NOT NULL,
	CONSTRAINT "computed_values_artefact_uuid_kind_pk" PRIMARY KEY("artefact_uuid","kind")
);
--> statement-breakpoint
INSERT INTO "computed_values" ("kind", "artefact_uuid", "org_uuid", "program_uuid", "figures", "value", "graph_version")
SELECT 'assessment', "threat_uuid", "org_uuid", "program_uuid",
  jsonb_build_object('initial', "initial", 'today', "today", 'target', "target", 'cal', "result"->'cal', 'risk', "today"),
  "result", "seq"
FROM "assessments";--> statement-breakpoint
DROP TABLE "assessments" CASCADE;--> statement-breakpoint
ALTER TABLE "programs" DROP CONSTRAINT "programs_method_uuid_method_versions_uuid_fk";
--> statement-breakpoint
ALTER TABLE "computed_values" ADD CONSTRAINT "computed_values_artefact_uuid_artefacts_uuid_fk" FOREIGN KEY ("artefact_uuid") REFERENCES "public"."artefacts"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "computed_values" ADD CONSTRAINT "computed_values_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "computed_values" ADD CONSTRAINT "computed_values_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "computed_values_program_uuid_graph_version_index" ON "computed_values" USING btree ("program_uuid","graph_version");--> statement-breakpoint
CREATE INDEX "computed_values_org_uuid_index" ON "computed_values" USING btree ("org_uuid");--> statement-breakpoint
CREATE VIEW "public"."assessments" AS (SELECT artefact_uuid AS threat_uuid, org_uuid, program_uuid, (figures->>'initial')::smallint AS initial,
    (figures->>'today')::smallint AS today, (figures->>'target')::smallint AS target, value AS result, graph_version
    FROM computed_values
    WHERE kind = 'assessment');