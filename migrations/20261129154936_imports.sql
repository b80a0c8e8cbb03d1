CREATE TABLE "import_rows" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"state" text NOT NULL,
	"values" "bytea",
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"user_id" uuid,
	"is_inviting" boolean DEFAULT false NOT NULL,
	CONSTRAINT "import_rows_import_id_line_pk" PRIMARY KEY("import_id","line"),
	CONSTRAINT "import_rows_state" CHECK ("import_rows"."state" in ('ready', 'same', 'problem'))
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"sha256" text NOT NULL,
	"mapping_hash" text NOT NULL,
	"state" text DEFAULT 'checked' NOT NULL,
	"file_name" text NOT NULL,
	"encoding" text NOT NULL,
	"separator" text NOT NULL,
	"columns" jsonb NOT NULL,
	"rows" integer NOT NULL,
	"ready" integer NOT NULL,
	"same" integer NOT NULL,
	"skipped" integer NOT NULL,
	"reachable" integer NOT NULL,
	"created" integer,
	"made_by" uuid NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	CONSTRAINT "imports_state" CHECK ("imports"."state" in ('checked', 'applied', 'dropped')),
	CONSTRAINT "imports_kind" CHECK ("imports"."kind" in ('customers', 'accounts')),
	CONSTRAINT "imports_applied" CHECK (("imports"."state" = 'applied') = ("imports"."applied_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_rows_inviting" ON "import_rows" USING btree ("import_id","line") WHERE "import_rows"."is_inviting";--> statement-breakpoint
CREATE INDEX "import_rows_user" ON "import_rows" USING btree ("user_id") WHERE "import_rows"."user_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "imports_same" ON "imports" USING btree ("sha256","kind","mapping_hash") WHERE "imports"."state" <> 'dropped';--> statement-breakpoint
CREATE INDEX "imports_made" ON "imports" USING btree ("made_at","id");