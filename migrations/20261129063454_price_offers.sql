CREATE TABLE "fx_offers" (
	"source" text NOT NULL,
	"currency" text NOT NULL,
	"units_per_usd" numeric(38, 18),
	"seen_at" timestamp with time zone NOT NULL,
	"table_of" timestamp with time zone NOT NULL,
	"why" text,
	CONSTRAINT "fx_offers_source_currency_pk" PRIMARY KEY("source","currency"),
	CONSTRAINT "fx_offers_positive" CHECK ("fx_offers"."units_per_usd" > 0),
	CONSTRAINT "fx_offers_rate_or_why" CHECK ("fx_offers"."units_per_usd" is not null or "fx_offers"."why" is not null)
);
--> statement-breakpoint
CREATE TABLE "price_offers" (
	"source" text NOT NULL,
	"coin_id" text NOT NULL,
	"price_usd" numeric(38, 18),
	"change_24h" numeric(38, 18),
	"seen_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"why" text,
	CONSTRAINT "price_offers_source_coin_id_pk" PRIMARY KEY("source","coin_id"),
	CONSTRAINT "price_offers_positive" CHECK ("price_offers"."price_usd" > 0),
	CONSTRAINT "price_offers_price_or_why" CHECK ("price_offers"."price_usd" is not null or "price_offers"."why" is not null)
);
--> statement-breakpoint
ALTER TABLE "rate_feeds" ADD COLUMN "failing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "rate_feeds" ADD COLUMN "down_mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "rate_feeds" ADD COLUMN "back_mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "price_offers" ADD CONSTRAINT "price_offers_coin_id_crypto_assets_id_fk" FOREIGN KEY ("coin_id") REFERENCES "public"."crypto_assets"("id") ON DELETE cascade ON UPDATE no action;