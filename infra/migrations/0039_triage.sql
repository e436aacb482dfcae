ALTER TABLE "findings" ADD COLUMN "is_due_chosen" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "resolution" text;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "fix_release_uuid" uuid;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "review_on" date;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "acknowledged_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "assessed_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "decided_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "fixed_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "deployed_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "assess_at" timestamp (6) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_fix_release_uuid_releases_uuid_fk" FOREIGN KEY ("fix_release_uuid") REFERENCES "public"."releases"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "findings_to_assess" ON "findings" USING btree ("assess_at");