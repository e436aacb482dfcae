CREATE TABLE "import_pieces" (
	"import_uuid" uuid NOT NULL,
	"piece" integer NOT NULL,
	"org_uuid" uuid NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_pieces_import_uuid_piece_pk" PRIMARY KEY("import_uuid","piece")
);
--> statement-breakpoint
ALTER TABLE "import_pieces" ADD CONSTRAINT "import_pieces_org_uuid_organisations_uuid_fk" FOREIGN KEY ("org_uuid") REFERENCES "public"."organisations"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_pieces_org_uuid_created_at_index" ON "import_pieces" USING btree ("org_uuid","created_at");