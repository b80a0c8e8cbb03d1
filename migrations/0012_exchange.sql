CREATE TABLE "payment_method_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_method_id" uuid NOT NULL,
	"action" text NOT NULL,
	"before" json,
	"after" json,
	"changed_by" uuid,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"currency" text NOT NULL,
	"country" text NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"display_name" text NOT NULL,
	"account_details" json NOT NULL,
	"instructions" text,
	"is_active" boolean NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"signature" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_methods_type" CHECK ("payment_methods"."type" in ('bank', 'ewallet'))
);
--> statement-breakpoint
CREATE TABLE "fiat_currencies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"symbol" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"sort_order" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fiat_currencies_code_unique" UNIQUE("code"),
	CONSTRAINT "fiat_currencies_order" CHECK ("fiat_currencies"."sort_order" >= 1)
);
--> statement-breakpoint
CREATE TABLE "fiat_exchange_rates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"from_currency" text NOT NULL,
	"to_currency" text NOT NULL,
	"exchange_rate" numeric(38, 18) NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fiat_exchange_rates_positive" CHECK ("fiat_exchange_rates"."exchange_rate" > 0),
	CONSTRAINT "fiat_exchange_rates_differ" CHECK ("fiat_exchange_rates"."from_currency" <> "fiat_exchange_rates"."to_currency")
);
--> statement-breakpoint
ALTER TABLE "order_references" ADD COLUMN "reserved_for" uuid;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "payment_instructions" json;--> statement-breakpoint
ALTER TABLE "fiat_exchange_rates" ADD CONSTRAINT "fiat_exchange_rates_from_currency_fiat_currencies_code_fk" FOREIGN KEY ("from_currency") REFERENCES "public"."fiat_currencies"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiat_exchange_rates" ADD CONSTRAINT "fiat_exchange_rates_to_currency_fiat_currencies_code_fk" FOREIGN KEY ("to_currency") REFERENCES "public"."fiat_currencies"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_method_changes_of" ON "payment_method_changes" USING btree ("payment_method_id","changed_at");--> statement-breakpoint
CREATE INDEX "payment_methods_currency" ON "payment_methods" USING btree ("currency","sort_order");--> statement-breakpoint
CREATE UNIQUE INDEX "fiat_exchange_rates_pair" ON "fiat_exchange_rates" USING btree ("from_currency","to_currency");--> statement-breakpoint
ALTER TABLE "order_references" ADD CONSTRAINT "order_references_reserved_for_users_id_fk" FOREIGN KEY ("reserved_for") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_references_reserved" ON "order_references" USING btree ("reserved_for") WHERE "order_references"."reserved_for" is not null;