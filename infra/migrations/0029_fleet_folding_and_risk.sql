CREATE TABLE "declined_proposals" (
	"org_uuid" uuid NOT NULL,
	"key" text NOT NULL,
	"author_uuid" uuid NOT NULL,
	"author" text NOT NULL,
	"declined_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "declined_proposals_org_uuid_key_pk" PRIMARY KEY("org_uuid","key")
);
--> statement-breakpoint
CREATE TABLE "standing_steps" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"kind" text NOT NULL,
	"built_in" text,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"active" boolean NOT NULL,
	"matchers" jsonb,
	"settings" jsonb NOT NULL,
	"author_uuid" uuid NOT NULL,
	"author" text NOT NULL,
	"changed_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reception" (
	"id" integer PRIMARY KEY NOT NULL,
	"round_at" timestamp (6) with time zone NOT NULL,
	"trouble_at" timestamp (6) with time zone,
	"trouble_since" timestamp (6) with time zone,
	"trouble" text,
	"receiving_since" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "risk_positions" (
	"org_uuid" uuid PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"revision" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "folded_into" uuid;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "kept_apart" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "declined_proposals" ADD CONSTRAINT "declined_proposals_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_steps" ADD CONSTRAINT "standing_steps_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "risk_positions" ADD CONSTRAINT "risk_positions_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "standing_steps_shipped" ON "standing_steps" USING btree ("org_uuid","built_in") WHERE built_in IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "standing_steps_by_org" ON "standing_steps" USING btree ("org_uuid","uuid");--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_folded_into_alerts_uuid_fk" FOREIGN KEY ("folded_into") REFERENCES "public"."alerts"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_by_fold" ON "alerts" USING btree ("folded_into") WHERE folded_into IS NOT NULL;--> statement-breakpoint
CREATE INDEX "alerts_of_risk" ON "alerts" USING btree ("org_uuid","vehicle_id") WHERE rule = 'vehicle-risk' AND cleared_at IS NULL;--> statement-breakpoint
CREATE INDEX "alerts_by_vehicle" ON "alerts" USING btree ("vehicle_id","last_seen");