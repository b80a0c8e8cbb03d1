CREATE TABLE "deposit_offers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"parts" jsonb NOT NULL,
	"net" numeric(38, 18) NOT NULL,
	"received" numeric(38, 18) NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"valid_until" timestamp with time zone NOT NULL,
	CONSTRAINT "deposit_offers_valid" CHECK ("deposit_offers"."valid_until" > "deposit_offers"."made_at" and "deposit_offers"."net" >= 0)
);
--> statement-breakpoint
ALTER TABLE "chain_transfers" ADD COLUMN "missing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chain_transfers" ADD COLUMN "dropped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transfer_claims" ADD COLUMN "rate_then" numeric(38, 18);--> statement-breakpoint
ALTER TABLE "transfer_claims" ADD COLUMN "rate_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deposit_offers" ADD CONSTRAINT "deposit_offers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_offers_kind" ON "deposit_offers" USING btree ("order_id","kind");--> statement-breakpoint
CREATE INDEX "chain_transfers_missing" ON "chain_transfers" USING btree ("chain") WHERE "chain_transfers"."missing_since" is not null;--> statement-breakpoint
ALTER TABLE "transfer_claims" ADD CONSTRAINT "transfer_claims_rate" CHECK ("transfer_claims"."rate_then" is null or ("transfer_claims"."rate_at" is not null and "transfer_claims"."rate_then" >= 0));
--> statement-breakpoint
-- Whatever the mempool no longer had is dropped: should it come again, it comes anew.
update chain_transfers set dropped_at = now() where state = 'replaced' and reorganised_at is null;
--> statement-breakpoint
-- The payout rate of a block that was read before is not known any more: a person decides what came late.
update transfer_claims c set rate_at = c.claimed_at from chain_transfers t where t.id = c.transfer_id and t.block_at is not null;
