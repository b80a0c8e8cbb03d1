DROP INDEX "orders_hash";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_hash_shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_hash" ON "orders" USING btree ("crypto_id",lower("transaction_hash")) WHERE "orders"."transaction_hash" is not null and not "orders"."is_hash_shared" and "orders"."status" not in ('rejected', 'failed');