CREATE TABLE "panels" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"owner_uuid" uuid NOT NULL,
	"name" text NOT NULL,
	"query" jsonb NOT NULL,
	"chart" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"position" double precision NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"on_wall" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "handovers" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"shift_uuid" uuid NOT NULL,
	"shift" text NOT NULL,
	"date" date NOT NULL,
	"from" timestamp (6) with time zone NOT NULL,
	"to" timestamp (6) with time zone NOT NULL,
	"snapshot" jsonb NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"signed_by_uuid" uuid NOT NULL,
	"signed_by" text NOT NULL,
	"signed_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"accepted_by_uuid" uuid,
	"accepted_by" text,
	"accepted_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "shift_notes" (
	"org_uuid" uuid NOT NULL,
	"shift_uuid" uuid NOT NULL,
	"date" date NOT NULL,
	"text" text NOT NULL,
	"author_uuid" uuid NOT NULL,
	"author" text NOT NULL,
	"changed_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "shift_notes_shift_uuid_date_pk" PRIMARY KEY("shift_uuid","date")
);
--> statement-breakpoint
CREATE TABLE "shift_overrides" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"shift_uuid" uuid NOT NULL,
	"date" date NOT NULL,
	"member_uuid" uuid NOT NULL,
	"substitute_uuid" uuid,
	"note" text DEFAULT '' NOT NULL,
	"author_uuid" uuid NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shifts" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"name" text NOT NULL,
	"days" integer[] NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"zone" text NOT NULL,
	"members" uuid[] NOT NULL,
	"rotation" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watch_items" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_uuid" uuid NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"author_uuid" uuid NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "panels" ADD CONSTRAINT "panels_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "panels" ADD CONSTRAINT "panels_owner_uuid_users_uuid_fk" FOREIGN KEY ("owner_uuid") REFERENCES "public"."users"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_notes" ADD CONSTRAINT "shift_notes_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_notes" ADD CONSTRAINT "shift_notes_shift_uuid_shifts_uuid_fk" FOREIGN KEY ("shift_uuid") REFERENCES "public"."shifts"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_overrides" ADD CONSTRAINT "shift_overrides_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_overrides" ADD CONSTRAINT "shift_overrides_shift_uuid_shifts_uuid_fk" FOREIGN KEY ("shift_uuid") REFERENCES "public"."shifts"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_items" ADD CONSTRAINT "watch_items_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "panels_org_uuid_position_index" ON "panels" USING btree ("org_uuid","position");--> statement-breakpoint
CREATE UNIQUE INDEX "handovers_once" ON "handovers" USING btree ("org_uuid","shift_uuid","date");--> statement-breakpoint
CREATE INDEX "handovers_org_uuid_signed_at_index" ON "handovers" USING btree ("org_uuid","signed_at");--> statement-breakpoint
CREATE INDEX "shift_notes_org_uuid_index" ON "shift_notes" USING btree ("org_uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "shift_overrides_once" ON "shift_overrides" USING btree ("shift_uuid","date","member_uuid");--> statement-breakpoint
CREATE INDEX "shift_overrides_org_uuid_date_index" ON "shift_overrides" USING btree ("org_uuid","date");--> statement-breakpoint
CREATE INDEX "shifts_org_uuid_index" ON "shifts" USING btree ("org_uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "watch_items_once" ON "watch_items" USING btree ("org_uuid","kind","subject_uuid");--> statement-breakpoint
CREATE INDEX "alert_changes_escalations" ON "alert_changes" USING btree ("org_uuid","at") WHERE kind = 'escalate';--> statement-breakpoint
CREATE INDEX "alerts_by_closing" ON "alerts" USING btree ("org_uuid","closed_at") WHERE closed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "alerts_by_overdue" ON "alerts" USING btree ("org_uuid","overdue_at") WHERE overdue_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "case_changes_by_time" ON "case_changes" USING btree ("org_uuid","at");