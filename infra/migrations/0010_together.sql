ALTER TABLE "artefacts" ADD COLUMN "comments_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "milestone" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "milestone_on" date;--> statement-breakpoint
CREATE INDEX "artefacts_commented" ON "artefacts" USING btree ("program_uuid","comments_seq") WHERE comments_seq > 0;