CREATE TABLE "bom_statements" (
	"document_uuid" uuid PRIMARY KEY NOT NULL,
	"org_uuid" uuid NOT NULL,
	"vex" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "releases_to_match" (
	"release_uuid" uuid PRIMARY KEY NOT NULL,
	"org_uuid" uuid NOT NULL,
	"compares" boolean NOT NULL,
	"since" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bom_documents" DROP CONSTRAINT "bom_documents_release_uuid_releases_uuid_fk";
--> statement-breakpoint
ALTER TABLE "bom_documents" ALTER COLUMN "release_uuid" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "bom_documents" ADD COLUMN "alive_at" timestamp (6) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "finding_statements" ADD COLUMN "carried_from" uuid;--> statement-breakpoint
ALTER TABLE "finding_statements" ADD COLUMN "changes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "bom_statements" ADD CONSTRAINT "bom_statements_document_uuid_bom_documents_uuid_fk" FOREIGN KEY ("document_uuid") REFERENCES "public"."bom_documents"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bom_statements" ADD CONSTRAINT "bom_statements_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases_to_match" ADD CONSTRAINT "releases_to_match_release_uuid_releases_uuid_fk" FOREIGN KEY ("release_uuid") REFERENCES "public"."releases"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases_to_match" ADD CONSTRAINT "releases_to_match_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bom_documents" ADD CONSTRAINT "bom_documents_release_uuid_releases_uuid_fk" FOREIGN KEY ("release_uuid") REFERENCES "public"."releases"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bom_documents_removed" ON "bom_documents" USING btree ("uuid") WHERE release_uuid IS NULL;--> statement-breakpoint
CREATE INDEX "finding_statements_by_origin" ON "finding_statements" USING btree ("carried_from") WHERE carried_from IS NOT NULL;--> statement-breakpoint
CREATE INDEX "findings_by_fix" ON "findings" USING btree ("fix_release_uuid") WHERE fix_release_uuid IS NOT NULL;