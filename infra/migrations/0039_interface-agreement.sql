CREATE TABLE "agreement_comments" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agreement_uuid" uuid NOT NULL,
	"org_uuid" uuid NOT NULL,
	"side" text NOT NULL,
	"row" integer NOT NULL,
	"text" text NOT NULL,
	"author" text NOT NULL,
	"author_uuid" uuid,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "agreement_deliveries" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agreement_uuid" uuid NOT NULL,
	"org_uuid" uuid NOT NULL,
	"side" text NOT NULL,
	"row" integer NOT NULL,
	"kind" text NOT NULL,
	"version" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"evidence" jsonb NOT NULL,
	"author" text NOT NULL,
	"author_uuid" uuid,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"receipt" text,
	"receipt_reason" text DEFAULT '' NOT NULL,
	"receiver" text,
	"receiver_uuid" uuid,
	"received_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "agreement_drafts" (
	"agreement_uuid" uuid NOT NULL,
	"org_uuid" uuid NOT NULL,
	"row" integer NOT NULL,
	"field" text NOT NULL,
	"value" jsonb NOT NULL,
	"author" text NOT NULL,
	"author_uuid" uuid,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agreement_drafts_agreement_uuid_org_uuid_row_field_pk" PRIMARY KEY("agreement_uuid","org_uuid","row","field")
);
--> statement-breakpoint
CREATE TABLE "agreement_events" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agreement_uuid" uuid NOT NULL,
	"org_uuid" uuid NOT NULL,
	"side" text NOT NULL,
	"row" integer NOT NULL,
	"day" date NOT NULL,
	"reason" text NOT NULL,
	"author" text NOT NULL,
	"author_uuid" uuid,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agreement_file_parts" (
	"file_uuid" uuid NOT NULL,
	"part" integer NOT NULL,
	"org_uuid" uuid NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "agreement_file_parts_file_uuid_part_pk" PRIMARY KEY("file_uuid","part")
);
--> statement-breakpoint
CREATE TABLE "agreement_files" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agreement_uuid" uuid NOT NULL,
	"org_uuid" uuid NOT NULL,
	"side" text NOT NULL,
	"row" integer NOT NULL,
	"delivery_uuid" uuid,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" "bytea",
	"author" text NOT NULL,
	"author_uuid" uuid,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "agreement_invitations" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agreement_uuid" uuid NOT NULL,
	"org_uuid" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"invited_by" text NOT NULL,
	"invited_by_uuid" uuid,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (6) with time zone NOT NULL,
	"answered_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "agreement_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "agreement_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"agreement_uuid" uuid NOT NULL,
	"org_uuid" uuid NOT NULL,
	"side" text NOT NULL,
	"row" integer,
	"actor" text NOT NULL,
	"actor_uuid" uuid,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"action" text NOT NULL,
	"detail" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agreement_notes" (
	"agreement_uuid" uuid NOT NULL,
	"org_uuid" uuid NOT NULL,
	"row" integer NOT NULL,
	"text" text NOT NULL,
	"author" text NOT NULL,
	"author_uuid" uuid,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "agreement_notes_agreement_uuid_org_uuid_row_pk" PRIMARY KEY("agreement_uuid","org_uuid","row")
);
--> statement-breakpoint
CREATE TABLE "agreement_parties" (
	"agreement_uuid" uuid NOT NULL,
	"side" text NOT NULL,
	"org_uuid" uuid NOT NULL,
	"program_uuid" uuid,
	"joined_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agreement_parties_agreement_uuid_side_pk" PRIMARY KEY("agreement_uuid","side")
);
--> statement-breakpoint
CREATE TABLE "agreement_signatures" (
	"agreement_uuid" uuid NOT NULL,
	"org_uuid" uuid NOT NULL,
	"side" text NOT NULL,
	"user_uuid" uuid NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"proof" text NOT NULL,
	"content_hash" text NOT NULL,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agreement_signatures_agreement_uuid_user_uuid_pk" PRIMARY KEY("agreement_uuid","user_uuid")
);
--> statement-breakpoint
CREATE TABLE "agreement_steps" (
	"agreement_uuid" uuid NOT NULL,
	"seq" integer NOT NULL,
	"org_uuid" uuid NOT NULL,
	"side" text NOT NULL,
	"actor" text NOT NULL,
	"actor_uuid" uuid,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"row" integer,
	"step" jsonb NOT NULL,
	CONSTRAINT "agreement_steps_agreement_uuid_seq_pk" PRIMARY KEY("agreement_uuid","seq")
);
--> statement-breakpoint
CREATE TABLE "agreement_team" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agreement_uuid" uuid NOT NULL,
	"org_uuid" uuid NOT NULL,
	"side" text NOT NULL,
	"user_uuid" uuid,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"access" text NOT NULL,
	"rows" integer[] NOT NULL,
	"is_signatory" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agreement_templates" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"name" text NOT NULL,
	"rows" jsonb NOT NULL,
	"author" text NOT NULL,
	"author_uuid" uuid,
	"changed_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agreement_versions" (
	"agreement_uuid" uuid NOT NULL,
	"number" integer NOT NULL,
	"org_uuid" uuid NOT NULL,
	"seq" integer NOT NULL,
	"content" jsonb NOT NULL,
	"signatures" jsonb NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agreement_versions_agreement_uuid_number_pk" PRIMARY KEY("agreement_uuid","number")
);
--> statement-breakpoint
CREATE TABLE "agreements" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"number" integer NOT NULL,
	"side" text NOT NULL,
	"title" text NOT NULL,
	"cover" jsonb NOT NULL,
	"cover_revision" integer DEFAULT 1 NOT NULL,
	"glossary" jsonb NOT NULL,
	"glossary_revision" integer DEFAULT 1 NOT NULL,
	"negotiation" jsonb NOT NULL,
	"figures" jsonb NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (6) with time zone,
	"created_by" text NOT NULL,
	"created_by_uuid" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agreement_comments" ADD CONSTRAINT "agreement_comments_agreement_uuid_agreements_uuid_fk" FOREIGN KEY ("agreement_uuid") REFERENCES "public"."agreements"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_comments" ADD CONSTRAINT "agreement_comments_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_deliveries" ADD CONSTRAINT "agreement_deliveries_agreement_uuid_agreements_uuid_fk" FOREIGN KEY ("agreement_uuid") REFERENCES "public"."agreements"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_deliveries" ADD CONSTRAINT "agreement_deliveries_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_drafts" ADD CONSTRAINT "agreement_drafts_agreement_uuid_agreements_uuid_fk" FOREIGN KEY ("agreement_uuid") REFERENCES "public"."agreements"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_drafts" ADD CONSTRAINT "agreement_drafts_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_events" ADD CONSTRAINT "agreement_events_agreement_uuid_agreements_uuid_fk" FOREIGN KEY ("agreement_uuid") REFERENCES "public"."agreements"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_events" ADD CONSTRAINT "agreement_events_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_file_parts" ADD CONSTRAINT "agreement_file_parts_file_uuid_agreement_files_uuid_fk" FOREIGN KEY ("file_uuid") REFERENCES "public"."agreement_files"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_file_parts" ADD CONSTRAINT "agreement_file_parts_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_files" ADD CONSTRAINT "agreement_files_agreement_uuid_agreements_uuid_fk" FOREIGN KEY ("agreement_uuid") REFERENCES "public"."agreements"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_files" ADD CONSTRAINT "agreement_files_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_files" ADD CONSTRAINT "agreement_files_delivery_uuid_agreement_deliveries_uuid_fk" FOREIGN KEY ("delivery_uuid") REFERENCES "public"."agreement_deliveries"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_invitations" ADD CONSTRAINT "agreement_invitations_agreement_uuid_agreements_uuid_fk" FOREIGN KEY ("agreement_uuid") REFERENCES "public"."agreements"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_invitations" ADD CONSTRAINT "agreement_invitations_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_log" ADD CONSTRAINT "agreement_log_agreement_uuid_agreements_uuid_fk" FOREIGN KEY ("agreement_uuid") REFERENCES "public"."agreements"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_log" ADD CONSTRAINT "agreement_log_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_notes" ADD CONSTRAINT "agreement_notes_agreement_uuid_agreements_uuid_fk" FOREIGN KEY ("agreement_uuid") REFERENCES "public"."agreements"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_notes" ADD CONSTRAINT "agreement_notes_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_parties" ADD CONSTRAINT "agreement_parties_agreement_uuid_agreements_uuid_fk" FOREIGN KEY ("agreement_uuid") REFERENCES "public"."agreements"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_parties" ADD CONSTRAINT "agreement_parties_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_signatures" ADD CONSTRAINT "agreement_signatures_agreement_uuid_agreements_uuid_fk" FOREIGN KEY ("agreement_uuid") REFERENCES "public"."agreements"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_signatures" ADD CONSTRAINT "agreement_signatures_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_steps" ADD CONSTRAINT "agreement_steps_agreement_uuid_agreements_uuid_fk" FOREIGN KEY ("agreement_uuid") REFERENCES "public"."agreements"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_steps" ADD CONSTRAINT "agreement_steps_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_team" ADD CONSTRAINT "agreement_team_agreement_uuid_agreements_uuid_fk" FOREIGN KEY ("agreement_uuid") REFERENCES "public"."agreements"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_team" ADD CONSTRAINT "agreement_team_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_templates" ADD CONSTRAINT "agreement_templates_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_versions" ADD CONSTRAINT "agreement_versions_agreement_uuid_agreements_uuid_fk" FOREIGN KEY ("agreement_uuid") REFERENCES "public"."agreements"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_versions" ADD CONSTRAINT "agreement_versions_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agreement_comments_agreement_uuid_row_at_index" ON "agreement_comments" USING btree ("agreement_uuid","row","at");--> statement-breakpoint
CREATE INDEX "agreement_deliveries_agreement_uuid_row_at_index" ON "agreement_deliveries" USING btree ("agreement_uuid","row","at");--> statement-breakpoint
CREATE INDEX "agreement_events_agreement_uuid_row_index" ON "agreement_events" USING btree ("agreement_uuid","row");--> statement-breakpoint
CREATE INDEX "agreement_files_agreement_uuid_row_index" ON "agreement_files" USING btree ("agreement_uuid","row");--> statement-breakpoint
CREATE INDEX "agreement_files_by_org" ON "agreement_files" USING btree ("org_uuid");--> statement-breakpoint
CREATE INDEX "agreement_invitations_agreement_uuid_index" ON "agreement_invitations" USING btree ("agreement_uuid");--> statement-breakpoint
CREATE INDEX "agreement_invitations_by_email" ON "agreement_invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "agreement_log_agreement_uuid_id_index" ON "agreement_log" USING btree ("agreement_uuid","id");--> statement-breakpoint
CREATE UNIQUE INDEX "agreement_parties_once" ON "agreement_parties" USING btree ("agreement_uuid","org_uuid");--> statement-breakpoint
CREATE INDEX "agreement_parties_by_org" ON "agreement_parties" USING btree ("org_uuid","agreement_uuid");--> statement-breakpoint
CREATE INDEX "agreement_parties_by_program" ON "agreement_parties" USING btree ("program_uuid");--> statement-breakpoint
CREATE INDEX "agreement_steps_agreement_uuid_row_seq_index" ON "agreement_steps" USING btree ("agreement_uuid","row","seq");--> statement-breakpoint
CREATE INDEX "agreement_team_agreement_uuid_index" ON "agreement_team" USING btree ("agreement_uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "agreement_team_once" ON "agreement_team" USING btree ("agreement_uuid","user_uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "agreement_templates_by_name" ON "agreement_templates" USING btree ("org_uuid","name");--> statement-breakpoint
CREATE UNIQUE INDEX "agreements_by_number" ON "agreements" USING btree ("org_uuid","number");