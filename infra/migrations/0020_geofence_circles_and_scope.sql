ALTER TABLE "geofences" ADD COLUMN "circle" jsonb;--> statement-breakpoint
ALTER TABLE "geofences" ADD COLUMN "alert_on" text DEFAULT 'leave' NOT NULL;--> statement-breakpoint
ALTER TABLE "geofences" ADD COLUMN "vins" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "geofences" ADD COLUMN "models" text[] DEFAULT '{}' NOT NULL;