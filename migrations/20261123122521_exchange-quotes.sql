CREATE TABLE "exchange_quotes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"from_currency" text NOT NULL,
	"to_currency" text NOT NULL,
	"amount" numeric(38, 18) NOT NULL,
	"exchange_rate" numeric(38, 18) NOT NULL,
	"is_sample" boolean NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"locked_until" timestamp with time zone NOT NULL,
	"proof_due_at" timestamp with time zone NOT NULL,
	"signature" "bytea",
	CONSTRAINT "exchange_quotes_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "proof_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "exchange_quotes" ADD CONSTRAINT "exchange_quotes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;