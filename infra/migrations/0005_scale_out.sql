CREATE TABLE "ingest_parts" (
	"org_uuid" uuid NOT NULL,
	"batch" text NOT NULL,
	"partition" integer NOT NULL,
	"parts" "int4multirange" NOT NULL,
	"at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "ingest_parts_org_uuid_batch_partition_pk" PRIMARY KEY("org_uuid","batch","partition")
);
--> statement-breakpoint
CREATE TABLE "ingest_positions" (
	"topic" text NOT NULL,
	"partition" integer NOT NULL,
	"next" bigint NOT NULL,
	"moved_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ingest_positions_topic_partition_pk" PRIMARY KEY("topic","partition")
);
--> statement-breakpoint
ALTER TABLE "ingest_parts" ADD CONSTRAINT "ingest_parts_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ingest_parts_at_index" ON "ingest_parts" USING btree ("at");