CREATE TABLE "finding_notices" (
	"org_uuid" uuid NOT NULL,
	"group_id" bigint NOT NULL,
	"software_uuid" uuid NOT NULL,
	"sent_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "finding_notices_org_uuid_group_id_software_uuid_pk" PRIMARY KEY("org_uuid","group_id","software_uuid")
);
--> statement-breakpoint
DROP INDEX "vehicle_software_by_release";--> statement-breakpoint
ALTER TABLE "finding_notices" ADD CONSTRAINT "finding_notices_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_notices" ADD CONSTRAINT "finding_notices_group_id_vulnerability_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."vulnerability_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_notices" ADD CONSTRAINT "finding_notices_software_uuid_software_uuid_fk" FOREIGN KEY ("software_uuid") REFERENCES "public"."software"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "finding_notices_group_id_index" ON "finding_notices" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "finding_notices_software_uuid_index" ON "finding_notices" USING btree ("software_uuid");--> statement-breakpoint
CREATE INDEX "vehicle_software_by_release" ON "vehicle_software" USING btree ("org_uuid",lower("software"),"version","vehicle_uuid");