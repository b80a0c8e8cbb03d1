DROP INDEX "orders_hash";--> statement-breakpoint
ALTER TABLE "transfer_claims" ALTER COLUMN "transfer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "chain_cursors" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "sell_quotes_at_address" ON "sell_quotes" USING btree ("deposit_address","expires_at") WHERE "sell_quotes"."used_at" is null and "sell_quotes"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "transfer_claims_awaiting" ON "transfer_claims" USING btree ("claimed_at") WHERE "transfer_claims"."transfer_id" is null and "transfer_claims"."released_at" is null;--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "is_hash_shared";