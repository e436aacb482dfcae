CREATE TABLE "alert_steps" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"kind" text NOT NULL,
	"position" integer NOT NULL,
	"matchers" jsonb NOT NULL,
	"starts_at" timestamp (6) with time zone NOT NULL,
	"ends_at" timestamp (6) with time zone NOT NULL,
	"reason" text NOT NULL,
	"author_uuid" uuid NOT NULL,
	"author" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "suppressed_by" uuid;--> statement-breakpoint
ALTER TABLE "alert_steps" ADD CONSTRAINT "alert_steps_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_steps_active" ON "alert_steps" USING btree ("org_uuid","ends_at") WHERE active;--> statement-breakpoint
CREATE INDEX "alert_steps_by_time" ON "alert_steps" USING btree ("org_uuid","created_at");--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_suppressed_by_alert_steps_uuid_fk" FOREIGN KEY ("suppressed_by") REFERENCES "public"."alert_steps"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_by_suppressor" ON "alerts" USING btree ("suppressed_by") WHERE suppressed_by IS NOT NULL;