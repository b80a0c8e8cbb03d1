ALTER TABLE "fiat_exchange_rates" ADD COLUMN "market_percent" numeric(38, 18);--> statement-breakpoint
ALTER TABLE "fiat_exchange_rates" ADD COLUMN "expires_at" timestamp with time zone;