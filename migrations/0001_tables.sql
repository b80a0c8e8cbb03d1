CREATE TABLE "audit_checkpoints" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"audit_id" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_checkpoints_audit_id_unique" UNIQUE("audit_id")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"actor_role" text NOT NULL,
	"action" text NOT NULL,
	"subject_type" text,
	"subject_id" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"request_id" text,
	"signature" "bytea" NOT NULL
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
	"settings_password_hash" text,
	"first_name" text NOT NULL,
	"middle_name" text,
	"last_name" text NOT NULL,
	"country" text,
	"country_code" text,
	"mobile_number" text,
	"language" text DEFAULT 'en' NOT NULL,
	"kyc_status" text DEFAULT 'none' NOT NULL,
	"profile_image_file" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_role" CHECK ("users"."role" in ('customer', 'admin')),
	CONSTRAINT "users_kyc_status" CHECK ("users"."kyc_status" in ('none', 'pending', 'approved', 'rejected')),
	CONSTRAINT "users_status" CHECK ("users"."status" in ('active', 'blocked', 'deleted')),
	CONSTRAINT "users_email_present" CHECK ("users"."email" is not null or "users"."status" = 'deleted')
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
	"order_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_size" CHECK ("files"."size" > 0)
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"template" text NOT NULL,
	"recipient" text,
	"user_id" uuid,
	"language" text DEFAULT 'en' NOT NULL,
	"data" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"dropped_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "forgery_alarms" (
	"fingerprint" "bytea" PRIMARY KEY NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"raised_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject" "bytea" NOT NULL,
	"user_id" uuid,
	"purpose" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"target" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "one_time_codes_attempts" CHECK ("one_time_codes"."attempts" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_user_id_hash_pk" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "registrations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject" "bytea" NOT NULL,
	"origin" "bytea" NOT NULL,
	"profile" jsonb,
	"password_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "registrations_whole" CHECK (("registrations"."profile" is null) = ("registrations"."password_hash" is null))
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "sign_in_attempts" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"attempts" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
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
	"last_good" numeric(38, 18),
	"offered" numeric(38, 18) NOT NULL,
	"offered_at" timestamp with time zone NOT NULL,
	"source" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"held_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid
);
--> statement-breakpoint
CREATE TABLE "rate_feeds" (
	"name" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"succeeded_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "deposit_wallet_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"crypto_id" text NOT NULL,
	"from_address" text,
	"from_memo" text,
	"from_version" integer NOT NULL,
	"to_address" text NOT NULL,
	"to_memo" text,
	"changed_by" uuid,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"live_at" timestamp with time zone NOT NULL,
	"signature" "bytea" NOT NULL,
	"applied_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"cancelled_by" uuid
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
CREATE TABLE "order_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"actor_id" uuid,
	"actor_kind" text NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "order_references" (
	"reference" text PRIMARY KEY NOT NULL,
	"reserved_for" uuid,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
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
	"payment_instructions" json,
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
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('pending', 'processing', 'completed', 'rejected', 'failed')),
	CONSTRAINT "orders_sum" CHECK ("orders"."payout_amount" = "orders"."gross_amount" - "orders"."fee_amount"),
	CONSTRAINT "orders_positive" CHECK ("orders"."amount" > 0 and "orders"."payout_amount" > 0 and "orders"."fee_amount" >= 0),
	CONSTRAINT "orders_decided" CHECK (("orders"."status" in ('completed', 'rejected', 'failed')) = ("orders"."decided_at" is not null)),
	CONSTRAINT "orders_kind" CHECK (("orders"."type" = 'sell' and "orders"."crypto_id" is not null and "orders"."from_currency" is null) or ("orders"."type" = 'fiat' and "orders"."from_currency" is not null and "orders"."crypto_id" is null))
);
--> statement-breakpoint
CREATE TABLE "order_day_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_day_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"orders" integer NOT NULL,
	"value_usd" numeric(38, 18) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_day_medians" (
	"day" date PRIMARY KEY NOT NULL,
	"seconds" integer,
	"payouts" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_days" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"orders" bigint NOT NULL,
	"value_usd" numeric(38, 18) NOT NULL,
	CONSTRAINT "order_days_kind_day_key_pk" PRIMARY KEY("kind","day","key")
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
	"deposit_is_sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"reoffered_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	CONSTRAINT "sell_quotes_sum" CHECK ("sell_quotes"."net_amount" = "sell_quotes"."gross_amount" - "sell_quotes"."fee_amount"),
	CONSTRAINT "sell_quotes_positive" CHECK ("sell_quotes"."amount" > 0 and "sell_quotes"."net_amount" > 0)
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
CREATE TABLE "blog_posts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"excerpt" text DEFAULT '' NOT NULL,
	"category" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"status" text NOT NULL,
	"featured" boolean DEFAULT false NOT NULL,
	"featured_image" text,
	"publish_date" timestamp with time zone,
	"author_name" text NOT NULL,
	"read_minutes" integer NOT NULL,
	"search" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blog_posts_status" CHECK ("blog_posts"."status" in ('draft', 'published')),
	CONSTRAINT "blog_posts_date" CHECK ("blog_posts"."status" = 'draft' or "blog_posts"."publish_date" is not null)
);
--> statement-breakpoint
CREATE TABLE "blog_seedings" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscribers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"asked" integer DEFAULT 1 NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone,
	CONSTRAINT "subscribers_email_unique" UNIQUE("email"),
	CONSTRAINT "subscribers_known" CHECK ("subscribers"."status" in ('pending', 'subscribed', 'unsubscribed'))
);
--> statement-breakpoint
CREATE TABLE "agent_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"room_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"room_id" text NOT NULL,
	"seq" integer NOT NULL,
	"sender" text NOT NULL,
	"sender_name" text NOT NULL,
	"text" text NOT NULL,
	"client_message_id" text,
	"warning" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_messages_sender" CHECK ("chat_messages"."sender" in ('user', 'support', 'bot'))
);
--> statement-breakpoint
CREATE TABLE "chat_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"room_id" text,
	"text" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_notes_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "chat_notes_room_id_unique" UNIQUE("room_id"),
	CONSTRAINT "chat_notes_subject" CHECK (("chat_notes"."user_id" is null) <> ("chat_notes"."room_id" is null))
);
--> statement-breakpoint
CREATE TABLE "chat_presence" (
	"connection_id" uuid NOT NULL,
	"role" text NOT NULL,
	"process_id" uuid NOT NULL,
	"room_id" text,
	"user_id" uuid,
	"status" text,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "chat_presence_connection_id_role_pk" PRIMARY KEY("connection_id","role")
);
--> statement-breakpoint
CREATE TABLE "chat_rooms" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"token_hash" "bytea",
	"visitor_email" text,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"user_seen_seq" integer DEFAULT 0 NOT NULL,
	"agent_seen_seq" integer DEFAULT 0 NOT NULL,
	"mailed_seq" integer DEFAULT 0 NOT NULL,
	"waiting_since" timestamp with time zone,
	"agent_name" text,
	"wants_agent" boolean DEFAULT false NOT NULL,
	"closed_at" timestamp with time zone,
	"last_activity" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_rooms_owner" CHECK (("chat_rooms"."user_id" is null) <> ("chat_rooms"."token_hash" is null))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"endpoint" text NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"status" integer,
	"answer" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_endpoint_key_pk" PRIMARY KEY("user_id","endpoint","key")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "request_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "encryption_key_check" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"value" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "encryption_key_check_one_row" CHECK ("encryption_key_check"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD CONSTRAINT "kyc_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD CONSTRAINT "kyc_requests_document_file_files_id_fk" FOREIGN KEY ("document_file") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD CONSTRAINT "kyc_requests_back_file_files_id_fk" FOREIGN KEY ("back_file") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD CONSTRAINT "kyc_requests_selfie_file_files_id_fk" FOREIGN KEY ("selfie_file") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asset_prices" ADD CONSTRAINT "asset_prices_asset_id_crypto_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."crypto_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_wallet_changes" ADD CONSTRAINT "deposit_wallet_changes_crypto_id_crypto_assets_id_fk" FOREIGN KEY ("crypto_id") REFERENCES "public"."crypto_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_wallets" ADD CONSTRAINT "deposit_wallets_crypto_id_crypto_assets_id_fk" FOREIGN KEY ("crypto_id") REFERENCES "public"."crypto_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_references" ADD CONSTRAINT "order_references_reserved_for_users_id_fk" FOREIGN KEY ("reserved_for") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_quotes" ADD CONSTRAINT "sell_quotes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_quotes" ADD CONSTRAINT "sell_quotes_crypto_id_crypto_assets_id_fk" FOREIGN KEY ("crypto_id") REFERENCES "public"."crypto_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiat_exchange_rates" ADD CONSTRAINT "fiat_exchange_rates_from_currency_fiat_currencies_code_fk" FOREIGN KEY ("from_currency") REFERENCES "public"."fiat_currencies"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiat_exchange_rates" ADD CONSTRAINT "fiat_exchange_rates_to_currency_fiat_currencies_code_fk" FOREIGN KEY ("to_currency") REFERENCES "public"."fiat_currencies"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_requests" ADD CONSTRAINT "agent_requests_room_id_chat_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."chat_rooms"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_room_id_chat_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."chat_rooms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_notes" ADD CONSTRAINT "chat_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_notes" ADD CONSTRAINT "chat_notes_room_id_chat_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."chat_rooms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_rooms" ADD CONSTRAINT "chat_rooms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_type","subject_id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_rare_role" ON "audit_log" USING btree ("actor_role","at","id") WHERE "audit_log"."actor_role" in ('visitor', 'system');--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_one_admin" ON "users" USING btree ("role") WHERE "users"."role" = 'admin';--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_list_created" ON "users" USING btree ("status","kyc_status","created_at","id");--> statement-breakpoint
CREATE INDEX "users_list_name" ON "users" USING btree ("status","kyc_status",lower("first_name" || ' ' || "last_name"),"id");--> statement-breakpoint
CREATE INDEX "users_list_email" ON "users" USING btree ("status","kyc_status","email","id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (lower(coalesce("email", '') || ' ' || "first_name" || ' ' || "last_name") gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "files_filename" ON "files" USING btree ("filename");--> statement-breakpoint
CREATE INDEX "files_order" ON "files" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "files_sent_hash" ON "files" USING btree ("sent_hash") WHERE "files"."purpose" = 'payment_proof';--> statement-breakpoint
CREATE INDEX "files_owner" ON "files" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("due_at") WHERE "outbox"."sent_at" is null and "outbox"."dropped_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_codes_open" ON "one_time_codes" USING btree ("subject","purpose") WHERE "one_time_codes"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "one_time_codes_sent" ON "one_time_codes" USING btree ("subject","purpose","created_at");--> statement-breakpoint
CREATE INDEX "one_time_codes_user" ON "one_time_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "one_time_codes_hash" ON "one_time_codes" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "one_time_codes_age" ON "one_time_codes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "registrations_subject" ON "registrations" USING btree ("subject","created_at");--> statement-breakpoint
CREATE INDEX "registrations_age" ON "registrations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id") WHERE "sessions"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_age" ON "sign_in_attempts" USING btree ("resets_at");--> statement-breakpoint
CREATE UNIQUE INDEX "kyc_requests_one_open" ON "kyc_requests" USING btree ("user_id") WHERE "kyc_requests"."status" in ('pending', 'approved');--> statement-breakpoint
CREATE INDEX "kyc_requests_user" ON "kyc_requests" USING btree ("user_id","submitted_at");--> statement-breakpoint
CREATE INDEX "kyc_requests_queue" ON "kyc_requests" USING btree ("status","submitted_at");--> statement-breakpoint
CREATE INDEX "asset_prices_asset_at" ON "asset_prices" USING btree ("asset_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "held_rates_one_waiting" ON "held_rates" USING btree ("kind","subject") WHERE "held_rates"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "held_rates_newest" ON "held_rates" USING btree ("held_at");--> statement-breakpoint
CREATE INDEX "deposit_wallet_changes_coin" ON "deposit_wallet_changes" USING btree ("crypto_id","changed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_wallet_changes_one_waiting" ON "deposit_wallet_changes" USING btree ("crypto_id") WHERE "deposit_wallet_changes"."applied_at" is null and "deposit_wallet_changes"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "payment_method_changes_of" ON "payment_method_changes" USING btree ("payment_method_id","changed_at");--> statement-breakpoint
CREATE INDEX "payment_methods_currency" ON "payment_methods" USING btree ("currency","sort_order");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_accounts_same" ON "payout_accounts" USING btree ("user_id","fingerprint");--> statement-breakpoint
CREATE INDEX "payout_accounts_user" ON "payout_accounts" USING btree ("user_id","last_used_at");--> statement-breakpoint
CREATE INDEX "order_events_of" ON "order_events" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_references_reserved" ON "order_references" USING btree ("reserved_for") WHERE "order_references"."reserved_for" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_reference" ON "orders" USING btree ("reference" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "orders_quote" ON "orders" USING btree ("quote_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_hash" ON "orders" USING btree ("crypto_id",lower("transaction_hash")) WHERE "orders"."transaction_hash" is not null and "orders"."status" not in ('rejected', 'failed');--> statement-breakpoint
CREATE UNIQUE INDEX "orders_admin_hash" ON "orders" USING btree ("crypto_id",lower("admin_transaction_id")) WHERE "orders"."admin_transaction_id" ~* '^(0x)?[0-9a-f]{64}$' and "orders"."status" not in ('rejected', 'failed');--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","type","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_currency" ON "orders" USING btree ("payout_currency","status","type","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("decided_at","proof_at","created_at") WHERE "orders"."status" = 'completed';--> statement-breakpoint
CREATE INDEX "orders_by_address" ON "orders" USING btree ("deposit_address","status","type","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_hash_search" ON "orders" USING btree (lower("transaction_hash") text_pattern_ops) WHERE "orders"."transaction_hash" is not null;--> statement-breakpoint
CREATE INDEX "orders_admin_id_search" ON "orders" USING btree (lower("admin_transaction_id") text_pattern_ops) WHERE "orders"."admin_transaction_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sell_quotes_reference" ON "sell_quotes" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "sell_quotes_open" ON "sell_quotes" USING btree ("user_id","created_at") WHERE "sell_quotes"."used_at" is null and "sell_quotes"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "sell_quotes_age" ON "sell_quotes" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "fiat_exchange_rates_pair" ON "fiat_exchange_rates" USING btree ("from_currency","to_currency");--> statement-breakpoint
CREATE INDEX "blog_posts_published" ON "blog_posts" USING btree ("publish_date" DESC NULLS FIRST,"id") WHERE "blog_posts"."status" = 'published';--> statement-breakpoint
CREATE INDEX "blog_posts_created" ON "blog_posts" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "blog_posts_image" ON "blog_posts" USING btree ("featured_image");--> statement-breakpoint
CREATE INDEX "blog_posts_search" ON "blog_posts" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "subscribers_status" ON "subscribers" USING btree ("status","asked_at");--> statement-breakpoint
CREATE INDEX "agent_requests_admin_list" ON "agent_requests" USING btree (("handled_at" is not null),"created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "agent_requests_email" ON "agent_requests" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "agent_requests_room" ON "agent_requests" USING btree ("room_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_seq" ON "chat_messages" USING btree ("room_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_once" ON "chat_messages" USING btree ("room_id","sender","client_message_id");--> statement-breakpoint
CREATE INDEX "chat_messages_search" ON "chat_messages" USING gin (lower("text") gin_trgm_ops) WHERE "chat_messages"."sender" <> 'bot';--> statement-breakpoint
CREATE INDEX "chat_presence_room" ON "chat_presence" USING btree ("room_id");--> statement-breakpoint
CREATE INDEX "chat_presence_process" ON "chat_presence" USING btree ("process_id");--> statement-breakpoint
CREATE INDEX "chat_rooms_admin_list" ON "chat_rooms" USING btree (("closed_at" is not null),"waiting_since","last_activity" DESC NULLS LAST,"id") WHERE "chat_rooms"."last_seq" > 0;--> statement-breakpoint
CREATE INDEX "chat_rooms_search" ON "chat_rooms" USING gin (lower("visitor_email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "chat_rooms_user" ON "chat_rooms" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "chat_rooms_waiting" ON "chat_rooms" USING btree ("waiting_since") WHERE "chat_rooms"."waiting_since" is not null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");