CREATE UNLOGGED TABLE "request_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "answer" SET DATA TYPE text;