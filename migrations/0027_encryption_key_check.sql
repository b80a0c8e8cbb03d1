CREATE TABLE "encryption_key_check" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"value" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "encryption_key_check_one_row" CHECK ("encryption_key_check"."id" = 1)
);
