ALTER TABLE "bom_documents" ADD COLUMN "subject" integer;--> statement-breakpoint
ALTER TABLE "bom_documents" ADD COLUMN "job_uuid" uuid;--> statement-breakpoint
ALTER TABLE "bom_documents" ADD COLUMN "source" text DEFAULT '' NOT NULL;