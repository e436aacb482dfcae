ALTER TABLE "artefact_versions" RENAME COLUMN "deed" TO "action";--> statement-breakpoint
ALTER TABLE "reviews" RENAME COLUMN "asked_at" TO "requested_at";--> statement-breakpoint
ALTER TABLE "reviews" RENAME COLUMN "asked_by_uuid" TO "requested_by_uuid";--> statement-breakpoint
ALTER TABLE "reviews" RENAME COLUMN "asked_by_name" TO "requested_by_name";--> statement-breakpoint
ALTER TABLE "reviews" RENAME CONSTRAINT "reviews_asked_by_uuid_users_uuid_fk" TO "reviews_requested_by_uuid_users_uuid_fk";--> statement-breakpoint
UPDATE "jobs" SET "checkpoint" = ("checkpoint" - 'heard') || jsonb_build_object('learnedFrom', "checkpoint" -> 'heard') WHERE "checkpoint" ? 'heard';
