CREATE TABLE "order_references" (
	"reference" text PRIMARY KEY NOT NULL,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "transactions_queue";--> statement-breakpoint
DROP INDEX "transactions_reference";--> statement-breakpoint
ALTER TABLE "sell_quotes" ADD COLUMN "deposit_is_sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sell_quotes" ADD COLUMN "reoffered_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (lower(coalesce("email", '') || ' ' || "first_name" || ' ' || "last_name") gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_admin_hash" ON "transactions" USING btree ("crypto_id",lower("admin_transaction_id")) WHERE "transactions"."admin_transaction_id" ~* '^(0x)?[0-9a-f]{64}$' and "transactions"."status" not in ('rejected', 'failed');--> statement-breakpoint
CREATE INDEX "transactions_by_status" ON "transactions" USING btree ("status","type","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_by_currency" ON "transactions" USING btree ("payout_currency","status","type","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_address" ON "transactions" USING btree ("deposit_address","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_hash_search" ON "transactions" USING btree (lower("transaction_hash") text_pattern_ops) WHERE "transactions"."transaction_hash" is not null;--> statement-breakpoint
CREATE INDEX "transactions_admin_id_search" ON "transactions" USING btree (lower("admin_transaction_id") text_pattern_ops) WHERE "transactions"."admin_transaction_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_reference" ON "transactions" USING btree ("reference" text_pattern_ops);