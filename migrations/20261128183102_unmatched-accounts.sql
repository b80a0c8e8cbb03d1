-- What nobody has decided about is read from the accounts of the book: no row says it a second time.
drop trigger transfer_claims_cover on transfer_claims;
--> statement-breakpoint
drop trigger unmatched_decisions_cover on unmatched_decisions;
--> statement-breakpoint
drop trigger refunds_cover on refunds;
--> statement-breakpoint
drop function cover_transfers();
--> statement-breakpoint
DROP INDEX "chain_transfers_uncovered";--> statement-breakpoint
CREATE INDEX "transfer_claims_transfer" ON "transfer_claims" USING btree ("transfer_id");--> statement-breakpoint
ALTER TABLE "chain_transfers" DROP COLUMN "is_covered";