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
ALTER TABLE "program_vulnerabilities" ADD CONSTRAINT "program_vulnerabilities_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_vulnerabilities" ADD CONSTRAINT "program_vulnerabilities_group_id_vulnerability_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."vulnerability_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_vulnerabilities" ADD CONSTRAINT "program_vulnerabilities_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_vulnerabilities" ADD CONSTRAINT "program_vulnerabilities_concluded_by_uuid_users_uuid_fk" FOREIGN KEY ("concluded_by_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_vulnerabilities" ADD CONSTRAINT "program_vulnerabilities_fix_release_uuid_releases_uuid_fk" FOREIGN KEY ("fix_release_uuid") REFERENCES "public"."releases"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_vulnerability_entries" ADD CONSTRAINT "program_vulnerability_entries_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_vulnerability_entries" ADD CONSTRAINT "program_vulnerability_entries_program_uuid_programs_uuid_fk" FOREIGN KEY ("program_uuid") REFERENCES "public"."programs"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_vulnerability_entries" ADD CONSTRAINT "program_vulnerability_entries_group" FOREIGN KEY ("group_id") REFERENCES "public"."vulnerability_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "program_vulnerabilities_by_group" ON "program_vulnerabilities" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "program_vulnerabilities_org_uuid_index" ON "program_vulnerabilities" USING btree ("org_uuid");--> statement-breakpoint
CREATE INDEX "program_vulnerability_entries_by_place" ON "program_vulnerability_entries" USING btree ("program_uuid","group_id","id");--> statement-breakpoint
CREATE INDEX "program_vulnerability_entries_by_group" ON "program_vulnerability_entries" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "program_vulnerability_entries_org_uuid_index" ON "program_vulnerability_entries" USING btree ("org_uuid");