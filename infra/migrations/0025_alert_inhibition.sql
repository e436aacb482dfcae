ALTER TABLE "alert_steps" ALTER COLUMN "ends_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_steps" ADD COLUMN "inhibitors" jsonb;