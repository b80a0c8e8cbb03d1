DROP INDEX "transactions_of_user";--> statement-breakpoint
CREATE INDEX "transactions_of_user" ON "transactions" USING btree ("user_id","created_at","id");