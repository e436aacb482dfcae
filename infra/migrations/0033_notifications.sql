CREATE TABLE "alert_notice_positions" (
	"org_uuid" uuid PRIMARY KEY NOT NULL,
	"epoch" text NOT NULL,
	"seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_deliveries" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"notification_uuid" uuid NOT NULL,
	"recipient_uuid" uuid NOT NULL,
	"user_uuid" uuid,
	"target_uuid" uuid,
	"channel" text NOT NULL,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"is_digest" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"error" text,
	"tried_at" timestamp (6) with time zone,
	"sent_at" timestamp (6) with time zone,
	"mail_uuid" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"user_uuid" uuid PRIMARY KEY NOT NULL,
	"org_uuid" uuid NOT NULL,
	"settings" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_recipients" (
	"org_uuid" uuid NOT NULL,
	"notification_uuid" uuid NOT NULL,
	"user_uuid" uuid NOT NULL,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (6) with time zone,
	"push" boolean DEFAULT false NOT NULL,
	"changed_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_recipients_notification_uuid_user_uuid_pk" PRIMARY KEY("notification_uuid","user_uuid")
);
--> statement-breakpoint
CREATE TABLE "notification_targets" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"user_uuid" uuid,
	"channel" text NOT NULL,
	"name" text NOT NULL,
	"host" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"filter" jsonb NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"verified_at" timestamp (6) with time zone,
	"last_error" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_uuid" uuid NOT NULL,
	"kind" text NOT NULL,
	"category" text NOT NULL,
	"urgency" text NOT NULL,
	"title" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"href" text NOT NULL,
	"dedup_key" text,
	"count" integer DEFAULT 1 NOT NULL,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"acknowledged_at" timestamp (6) with time zone,
	"acknowledged_by" uuid,
	"escalates_at" timestamp (6) with time zone,
	"root_uuid" uuid
);
--> statement-breakpoint
ALTER TABLE "alert_notice_positions" ADD CONSTRAINT "alert_notice_positions_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_notification_uuid_notifications_uuid_fk" FOREIGN KEY ("notification_uuid") REFERENCES "public"."notifications"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_user_uuid_users_uuid_fk" FOREIGN KEY ("user_uuid") REFERENCES "public"."users"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_target_uuid_notification_targets_uuid_fk" FOREIGN KEY ("target_uuid") REFERENCES "public"."notification_targets"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_uuid_users_uuid_fk" FOREIGN KEY ("user_uuid") REFERENCES "public"."users"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_recipients" ADD CONSTRAINT "notification_recipients_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_recipients" ADD CONSTRAINT "notification_recipients_notification_uuid_notifications_uuid_fk" FOREIGN KEY ("notification_uuid") REFERENCES "public"."notifications"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_recipients" ADD CONSTRAINT "notification_recipients_user_uuid_users_uuid_fk" FOREIGN KEY ("user_uuid") REFERENCES "public"."users"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_targets" ADD CONSTRAINT "notification_targets_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_targets" ADD CONSTRAINT "notification_targets_user_uuid_users_uuid_fk" FOREIGN KEY ("user_uuid") REFERENCES "public"."users"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_acknowledged_by_users_uuid_fk" FOREIGN KEY ("acknowledged_by") REFERENCES "public"."users"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notification_deliveries_once" ON "notification_deliveries" USING btree ("notification_uuid","recipient_uuid","channel");--> statement-breakpoint
CREATE INDEX "notification_deliveries_due" ON "notification_deliveries" USING btree ("next_at") WHERE state IN ('QUEUED', 'SENDING');--> statement-breakpoint
CREATE INDEX "notification_deliveries_org_uuid_created_at_uuid_index" ON "notification_deliveries" USING btree ("org_uuid","created_at","uuid");--> statement-breakpoint
CREATE INDEX "notification_deliveries_tried" ON "notification_deliveries" USING btree ("org_uuid","tried_at") WHERE tried_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notification_recipients_user_uuid_at_notification_uuid_index" ON "notification_recipients" USING btree ("user_uuid","at","notification_uuid");--> statement-breakpoint
CREATE INDEX "notification_recipients_user_uuid_changed_at_index" ON "notification_recipients" USING btree ("user_uuid","changed_at");--> statement-breakpoint
CREATE INDEX "notification_recipients_unread" ON "notification_recipients" USING btree ("user_uuid") WHERE read_at IS NULL;--> statement-breakpoint
CREATE INDEX "notification_targets_org_uuid_index" ON "notification_targets" USING btree ("org_uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_targets_of_member" ON "notification_targets" USING btree ("user_uuid","channel") WHERE user_uuid IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_by_key" ON "notifications" USING btree ("org_uuid","dedup_key","at") WHERE dedup_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_escalating" ON "notifications" USING btree ("escalates_at") WHERE escalates_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_last_at_index" ON "notifications" USING btree ("last_at");--> statement-breakpoint
-- of alerts that were raised before, nobody is notified now
INSERT INTO "alert_notice_positions" ("org_uuid", "epoch", "seq") SELECT "org_uuid", "epoch"::text, "seq" FROM "change_counters" WHERE "seq" > 0;
