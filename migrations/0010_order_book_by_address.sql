DROP INDEX "transactions_address";--> statement-breakpoint
CREATE INDEX "transactions_by_address" ON "transactions" USING btree ("deposit_address","status","type","created_at","id");