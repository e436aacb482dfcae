CREATE TABLE "crypto_notices" (
	"org_uuid" uuid NOT NULL,
	"asset" text NOT NULL,
	"days" integer NOT NULL,
	"sent_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "crypto_notices_org_uuid_asset_days_pk" PRIMARY KEY("org_uuid","asset","days")
);
--> statement-breakpoint
ALTER TABLE "crypto_notices" ADD CONSTRAINT "crypto_notices_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;