ALTER TABLE "jobs" ADD COLUMN "program_uuid" uuid;--> statement-breakpoint
-- Imports into programs belong to their program. The input of one that is over is gone, and so is its program's uuid:
-- such a job gets one that no program has, and is shown to administrators and to who asked for it.
UPDATE "jobs"
SET "program_uuid" = coalesce(("input" ->> 'programUuid')::uuid, gen_random_uuid())
WHERE "kind" IN ('lifecycle.import-archive', 'lifecycle.import-rows');
