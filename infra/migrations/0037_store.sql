CREATE TABLE "groups_to_match" (
	"group_id" bigint PRIMARY KEY NOT NULL,
	"since" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "advisory_datasets" ALTER COLUMN "data_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "advisory_datasets" ALTER COLUMN "imported_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "advisory_datasets" ADD COLUMN "etag" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "groups_to_match" ADD CONSTRAINT "groups_to_match_group_id_vulnerability_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."vulnerability_groups"("id") ON DELETE cascade ON UPDATE no action;