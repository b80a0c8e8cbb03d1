CREATE TABLE "installation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"installation_id" uuid NOT NULL,
	"database" text NOT NULL,
	"timeline" text NOT NULL,
	"counter" bigint DEFAULT 0 NOT NULL,
	"token" uuid DEFAULT gen_random_uuid() NOT NULL,
	"raised_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_taking_over" boolean DEFAULT false NOT NULL,
	CONSTRAINT "installation_one_row" CHECK ("installation"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "unlinked_files" (
	"filename" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "unlinked_files_since" ON "unlinked_files" USING btree ("since");