CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"actor_role" text NOT NULL,
	"action" text NOT NULL,
	"subject_type" text,
	"subject_id" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"audit_id" bigint NOT NULL,
	"seal" "bytea" NOT NULL,
	CONSTRAINT "audit_seals_audit_id_unique" UNIQUE("audit_id")
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"role" text DEFAULT 'customer' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"blocked_reason" text,
	"email" text,
	"email_verified_at" timestamp with time zone,
	"password_hash" text,
	"first_name" text NOT NULL,
	"middle_name" text,
	"last_name" text NOT NULL,
	"country" text,
	"country_code" text,
	"mobile_number" text,
	"language" text DEFAULT 'en' NOT NULL,
	"profile_image_file" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_role" CHECK ("users"."role" in ('customer', 'admin')),
	CONSTRAINT "users_status" CHECK ("users"."status" in ('active', 'blocked', 'deleted')),
	CONSTRAINT "users_email_kept" CHECK ("users"."email" is not null or "users"."status" = 'deleted')
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"filename" text NOT NULL,
	"original_name" text NOT NULL,
	"type" text NOT NULL,
	"size" bigint NOT NULL,
	"sent_hash" "bytea" NOT NULL,
	"purpose" text NOT NULL,
	"owner_id" uuid,
	"transaction_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_size" CHECK ("files"."size" > 0)
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"template" text NOT NULL,
	"recipient" text NOT NULL,
	"user_id" uuid,
	"language" text DEFAULT 'en' NOT NULL,
	"data" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"target" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "one_time_codes_tries" CHECK ("one_time_codes"."tries" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoked_reason" text,
	"user_agent" text,
	"ip" "inet"
);
--> statement-breakpoint
CREATE TABLE "kyc_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"document_type" text NOT NULL,
	"document_number" "bytea",
	"full_name" text,
	"date_of_birth" date,
	"address" text,
	"nationality" text,
	"document_file" uuid,
	"back_file" uuid,
	"selfie_file" uuid,
	"submitted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reviewed_at" timestamp with time zone,
	"reviewed_by" uuid,
	"review_notes" text,
	CONSTRAINT "kyc_requests_status" CHECK ("kyc_requests"."status" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "kyc_requests_reviewed" CHECK (("kyc_requests"."status" = 'pending') = ("kyc_requests"."reviewed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "asset_prices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "asset_prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"asset_id" text NOT NULL,
	"price_usd" numeric(38, 18) NOT NULL,
	"source" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "asset_prices_positive" CHECK ("asset_prices"."price_usd" > 0)
);
--> statement-breakpoint
CREATE TABLE "crypto_assets" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"symbol" text NOT NULL,
	"color" text NOT NULL,
	"icon" text NOT NULL,
	"network" text NOT NULL,
	"network_hint" text NOT NULL,
	"decimals" integer NOT NULL,
	"minimum_deposit" numeric(38, 18) NOT NULL,
	"requires_memo" boolean DEFAULT false NOT NULL,
	"group_name" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"sort_order" integer NOT NULL,
	"price_usd" numeric(38, 18),
	"change_24h" numeric(38, 18),
	"price_at" timestamp with time zone,
	"price_source" text
);
--> statement-breakpoint
CREATE TABLE "fx_rates" (
	"currency" text PRIMARY KEY NOT NULL,
	"units_per_usd" numeric(38, 18) NOT NULL,
	"source" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "fx_rates_positive" CHECK ("fx_rates"."units_per_usd" > 0)
);
--> statement-breakpoint
CREATE TABLE "held_rates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"last_good" numeric(38, 18) NOT NULL,
	"offered" numeric(38, 18) NOT NULL,
	"source" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"held_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid
);
--> statement-breakpoint
CREATE TABLE "deposit_wallet_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"crypto_id" text NOT NULL,
	"from_address" text,
	"from_memo" text,
	"to_address" text NOT NULL,
	"to_memo" text,
	"changed_by" uuid,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"live_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "deposit_wallets" (
	"crypto_id" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"memo" text,
	"version" integer NOT NULL,
	"signature" "bytea" NOT NULL,
	"is_active" boolean NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payout_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"method" text NOT NULL,
	"account_name" text NOT NULL,
	"account_number" text NOT NULL,
	"bank_name" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transaction_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transaction_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"actor_id" uuid,
	"actor_kind" text NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reference" text NOT NULL,
	"type" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"quote_id" uuid,
	"crypto_id" text,
	"crypto_name" text,
	"crypto_symbol" text,
	"crypto_color" text,
	"from_currency" text,
	"amount" numeric(38, 18) NOT NULL,
	"rate" numeric(38, 18) NOT NULL,
	"rate_at" timestamp with time zone NOT NULL,
	"rate_source" text NOT NULL,
	"payout_currency" text NOT NULL,
	"gross_amount" numeric(38, 18) NOT NULL,
	"fee_percent" numeric(38, 18) NOT NULL,
	"fee_amount" numeric(38, 18) NOT NULL,
	"payout_amount" numeric(38, 18) NOT NULL,
	"value_usd" numeric(38, 18) NOT NULL,
	"payment_details" jsonb,
	"deposit_address" text,
	"deposit_memo" text,
	"deposit_network" text,
	"transaction_hash" text,
	"proof_at" timestamp with time zone,
	"admin_notes" text,
	"admin_transaction_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "transactions_status" CHECK ("transactions"."status" in ('pending', 'processing', 'completed', 'rejected', 'failed')),
	CONSTRAINT "transactions_sum" CHECK ("transactions"."payout_amount" = "transactions"."gross_amount" - "transactions"."fee_amount"),
	CONSTRAINT "transactions_positive" CHECK ("transactions"."amount" > 0 and "transactions"."payout_amount" > 0 and "transactions"."fee_amount" >= 0),
	CONSTRAINT "transactions_decided" CHECK (("transactions"."status" in ('completed', 'rejected', 'failed')) = ("transactions"."decided_at" is not null)),
	CONSTRAINT "transactions_kind" CHECK (("transactions"."type" = 'sell' and "transactions"."crypto_id" is not null and "transactions"."from_currency" is null) or ("transactions"."type" = 'fiat' and "transactions"."from_currency" is not null and "transactions"."crypto_id" is null))
);
--> statement-breakpoint
CREATE TABLE "sell_quotes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"crypto_id" text NOT NULL,
	"amount" numeric(38, 18) NOT NULL,
	"currency" text NOT NULL,
	"buying_rate" numeric(38, 18) NOT NULL,
	"gross_amount" numeric(38, 18) NOT NULL,
	"fee_percent" numeric(38, 18) NOT NULL,
	"fee_amount" numeric(38, 18) NOT NULL,
	"net_amount" numeric(38, 18) NOT NULL,
	"value_usd" numeric(38, 18) NOT NULL,
	"rate_at" timestamp with time zone NOT NULL,
	"rate_source" text NOT NULL,
	"deposit_address" text NOT NULL,
	"deposit_memo" text,
	"deposit_network" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	CONSTRAINT "sell_quotes_sum" CHECK ("sell_quotes"."net_amount" = "sell_quotes"."gross_amount" - "sell_quotes"."fee_amount"),
	CONSTRAINT "sell_quotes_positive" CHECK ("sell_quotes"."amount" > 0 and "sell_quotes"."net_amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"endpoint" text NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"status" integer,
	"answer" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_endpoint_key_pk" PRIMARY KEY("user_id","endpoint","key")
);
--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD CONSTRAINT "kyc_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD CONSTRAINT "kyc_requests_document_file_files_id_fk" FOREIGN KEY ("document_file") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD CONSTRAINT "kyc_requests_back_file_files_id_fk" FOREIGN KEY ("back_file") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD CONSTRAINT "kyc_requests_selfie_file_files_id_fk" FOREIGN KEY ("selfie_file") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asset_prices" ADD CONSTRAINT "asset_prices_asset_id_crypto_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."crypto_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_wallet_changes" ADD CONSTRAINT "deposit_wallet_changes_crypto_id_crypto_assets_id_fk" FOREIGN KEY ("crypto_id") REFERENCES "public"."crypto_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_wallets" ADD CONSTRAINT "deposit_wallets_crypto_id_crypto_assets_id_fk" FOREIGN KEY ("crypto_id") REFERENCES "public"."crypto_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_events" ADD CONSTRAINT "transaction_events_transaction" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_quotes" ADD CONSTRAINT "sell_quotes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_quotes" ADD CONSTRAINT "sell_quotes_crypto_id_crypto_assets_id_fk" FOREIGN KEY ("crypto_id") REFERENCES "public"."crypto_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_type","subject_id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_one_admin" ON "users" USING btree ("role") WHERE "users"."role" = 'admin';--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "files_filename" ON "files" USING btree ("filename");--> statement-breakpoint
CREATE INDEX "files_transaction" ON "files" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "files_sent_hash" ON "files" USING btree ("sent_hash") WHERE "files"."purpose" = 'payment_proof';--> statement-breakpoint
CREATE INDEX "files_owner" ON "files" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("created_at") WHERE "outbox"."sent_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_codes_open" ON "one_time_codes" USING btree ("user_id","purpose") WHERE "one_time_codes"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "one_time_codes_sent" ON "one_time_codes" USING btree ("user_id","purpose","created_at");--> statement-breakpoint
CREATE INDEX "one_time_codes_hash" ON "one_time_codes" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id") WHERE "sessions"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "kyc_requests_one_open" ON "kyc_requests" USING btree ("user_id") WHERE "kyc_requests"."status" in ('pending', 'approved');--> statement-breakpoint
CREATE INDEX "kyc_requests_user" ON "kyc_requests" USING btree ("user_id","submitted_at");--> statement-breakpoint
CREATE INDEX "kyc_requests_queue" ON "kyc_requests" USING btree ("status","submitted_at");--> statement-breakpoint
CREATE INDEX "asset_prices_asset_at" ON "asset_prices" USING btree ("asset_id","at");--> statement-breakpoint
CREATE INDEX "held_rates_waiting" ON "held_rates" USING btree ("held_at") WHERE "held_rates"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "deposit_wallet_changes_coin" ON "deposit_wallet_changes" USING btree ("crypto_id","changed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_accounts_same" ON "payout_accounts" USING btree ("user_id","fingerprint");--> statement-breakpoint
CREATE INDEX "payout_accounts_user" ON "payout_accounts" USING btree ("user_id","last_used_at");--> statement-breakpoint
CREATE INDEX "transaction_events_of" ON "transaction_events" USING btree ("transaction_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_reference" ON "transactions" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_quote" ON "transactions" USING btree ("quote_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_hash" ON "transactions" USING btree ("crypto_id",lower("transaction_hash")) WHERE "transactions"."transaction_hash" is not null and "transactions"."status" not in ('rejected', 'failed');--> statement-breakpoint
CREATE INDEX "transactions_of_user" ON "transactions" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "transactions_queue" ON "transactions" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_newest" ON "transactions" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sell_quotes_reference" ON "sell_quotes" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "sell_quotes_open" ON "sell_quotes" USING btree ("user_id","created_at") WHERE "sell_quotes"."used_at" is null and "sell_quotes"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "sell_quotes_age" ON "sell_quotes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");