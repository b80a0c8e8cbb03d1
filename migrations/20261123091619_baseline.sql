-- Trigram indexes let the administrator search names and references without reading whole tables.
create extension if not exists pg_trgm;
--> statement-breakpoint
-- The mailbox an address is delivered to: without the tag behind a plus, and at Gmail without dots, which it ignores.
create function mailbox_of(address text) returns text language sql immutable strict as $$
  select case when split_part(address, '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(split_part(split_part(address, '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(address, '@', 1), '+', 1) || '@' || split_part(address, '@', 2) end
$$;
--> statement-breakpoint
-- The account an exchange was to be paid into: the one the customer chose, or the only one shown.
create function receiving_account_of(instructions json) returns uuid language sql immutable as $$
  select (shown->>'id')::uuid from json_array_elements(coalesce(instructions, '[]'::json)) shown
  where (shown->>'isChosen')::boolean or json_array_length(instructions) = 1 limit 1
$$;
--> statement-breakpoint
-- Four quarters of a picture's hash, each with its position: pictures that differ in three bits have one in common.
create function picture_bands(hash bigint) returns integer[] language sql immutable as $$
  select array(select (band << 16) + ((hash >> (band * 16)) & 65535)::integer from generate_series(0, 3) band)
$$;
--> statement-breakpoint
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
CREATE TABLE "audit_texts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ready_texts" (
	"key" text NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid NOT NULL,
	CONSTRAINT "ready_texts_key_language_pk" PRIMARY KEY("key","language")
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
	"assignee_id" uuid,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"erase_at" timestamp with time zone,
	"retained_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_role" CHECK ("users"."role" in ('customer', 'staff', 'admin')),
	CONSTRAINT "users_kyc_status" CHECK ("users"."kyc_status" in ('none', 'pending', 'approved', 'rejected', 'revoked', 'expired')),
	CONSTRAINT "users_status" CHECK ("users"."status" in ('active', 'blocked', 'deleted')),
	CONSTRAINT "users_retained" CHECK ("users"."retained_until" is null or "users"."status" = 'deleted'),
	CONSTRAINT "users_erased_soon" CHECK ("users"."erase_at" is null or "users"."status" = 'blocked'),
	CONSTRAINT "users_email_present" CHECK ("users"."email" is not null or "users"."status" = 'deleted')
);
--> statement-breakpoint
CREATE TABLE "case_files" (
	"order_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	CONSTRAINT "case_files_order_id_member_id_pk" PRIMARY KEY("order_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"filename" text NOT NULL,
	"original_name" text NOT NULL,
	"type" text NOT NULL,
	"size" bigint NOT NULL,
	"sent_hash" "bytea" NOT NULL,
	"picture_hash" bigint,
	"purpose" text NOT NULL,
	"owner_id" uuid,
	"order_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_size" CHECK ("files"."size" > 0)
);
--> statement-breakpoint
CREATE TABLE "mail_texts" (
	"template" text NOT NULL,
	"language" text NOT NULL,
	"subject" text NOT NULL,
	"heading" text NOT NULL,
	"body" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid NOT NULL,
	CONSTRAINT "mail_texts_template_language_pk" PRIMARY KEY("template","language")
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
	CONSTRAINT "registrations_whole" CHECK ("registrations"."profile" is null or "registrations"."password_hash" is not null)
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
CREATE TABLE "team_invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"invited_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "team_invitations_role" CHECK (role in ('owner', 'reviewer', 'payer', 'support', 'auditor'))
);
--> statement-breakpoint
CREATE TABLE "team_members" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"invited_by" uuid,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	"approves_from" timestamp with time zone DEFAULT now() + interval '24 hours' NOT NULL,
	"ends_at" timestamp with time zone,
	CONSTRAINT "team_members_role" CHECK (role in ('owner', 'reviewer', 'payer', 'support', 'auditor'))
);
--> statement-breakpoint
CREATE TABLE "note_versions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "note_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"author_id" uuid,
	"note_id" uuid NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid,
	"user_id" uuid,
	"room_id" text,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"mentions" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notes_subject" CHECK (num_nonnulls("notes"."order_id", "notes"."user_id", "notes"."room_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"facts" jsonb NOT NULL,
	"input" jsonb NOT NULL,
	"facts_hash" "bytea" NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"void_reason" text,
	CONSTRAINT "approvals_kind" CHECK ("approvals"."kind" in ('payout', 'warned_approval', 'address', 'rate', 'unblock', 'erase', 'settings', 'team')),
	CONSTRAINT "approvals_state" CHECK ("approvals"."state" in ('open', 'approved', 'refused', 'expired', 'void')),
	CONSTRAINT "approvals_void_reason" CHECK ("approvals"."void_reason" in ('asked_again', 'withdrawn', 'changed', 'erased', 'customer_blocked', 'asker_left', 'asker_role')),
	CONSTRAINT "approvals_two_users" CHECK ("approvals"."asked_by" <> "approvals"."decided_by"),
	CONSTRAINT "approvals_decided" CHECK (("approvals"."state" in ('approved', 'refused')) = ("approvals"."decided_by" is not null))
);
--> statement-breakpoint
CREATE TABLE "kyc_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"document_type" text NOT NULL,
	"document_number" "bytea",
	"document_number_hash" "bytea",
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
	"registered_name" text,
	"expires_on" date,
	"expiry_mailed_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_reason" text,
	CONSTRAINT "kyc_requests_status" CHECK ("kyc_requests"."status" in ('pending', 'approved', 'rejected', 'revoked', 'expired')),
	CONSTRAINT "kyc_requests_ended" CHECK (("kyc_requests"."status" in ('revoked', 'expired')) = ("kyc_requests"."ended_at" is not null)),
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
	"retry_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "chain_blocks" (
	"chain" text NOT NULL,
	"height" integer NOT NULL,
	"hash" text NOT NULL,
	"parent_hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "chain_blocks_chain_height_pk" PRIMARY KEY("chain","height")
);
--> statement-breakpoint
CREATE TABLE "chain_cursors" (
	"chain" text PRIMARY KEY NOT NULL,
	"height" integer,
	"hash" text,
	"finalized_height" integer,
	"finalized_at" timestamp with time zone,
	"tip_height" integer,
	"tip_at" timestamp with time zone,
	"ok_at" timestamp with time zone,
	"source" text NOT NULL,
	"last_error" text,
	"failed_at" timestamp with time zone,
	"witness" text,
	"witness_agrees" boolean,
	"witness_error" text,
	CONSTRAINT "chain_cursors_hash" CHECK (("chain_cursors"."height" is null) = ("chain_cursors"."hash" is null)),
	CONSTRAINT "chain_cursors_finalized" CHECK (("chain_cursors"."finalized_height" is null) = ("chain_cursors"."finalized_at" is null))
);
--> statement-breakpoint
CREATE TABLE "chain_transfers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"chain" text NOT NULL,
	"tx_hash" text NOT NULL,
	"out_index" integer NOT NULL,
	"coin_id" text NOT NULL,
	"to_address" text NOT NULL,
	"to_tag" text,
	"from_addresses" text[] NOT NULL,
	"amount" numeric(38, 18) NOT NULL,
	"by_contract" boolean NOT NULL,
	"block_height" integer,
	"block_hash" text,
	"block_at" timestamp with time zone,
	"first_seen_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"witnessed" boolean,
	"reorganised_at" timestamp with time zone,
	"was_final" boolean DEFAULT false NOT NULL,
	CONSTRAINT "chain_transfers_block_whole" CHECK (("chain_transfers"."block_height" is null) = ("chain_transfers"."block_hash" is null) and ("chain_transfers"."block_height" is null) = ("chain_transfers"."block_at" is null)),
	CONSTRAINT "chain_transfers_state" CHECK (case "chain_transfers"."state" when 'seen' then "chain_transfers"."block_height" is null when 'replaced' then "chain_transfers"."block_height" is null
          when 'included' then "chain_transfers"."block_height" is not null when 'final' then "chain_transfers"."block_height" is not null
          when 'failed' then true else false end),
	CONSTRAINT "chain_transfers_amount" CHECK ("chain_transfers"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "deposit_address_stops" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"crypto_id" text NOT NULL,
	"address" text NOT NULL,
	"memo" text NOT NULL,
	"reason" text NOT NULL,
	"stopped_by" uuid NOT NULL,
	"stopped_at" timestamp with time zone NOT NULL,
	"is_confirmed" boolean DEFAULT true NOT NULL,
	"signature" "bytea" NOT NULL
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
CREATE TABLE "erased_customers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"address_hash" "bytea" NOT NULL,
	"erased_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erased_proofs" (
	"order_id" uuid NOT NULL,
	"sent_hash" "bytea" NOT NULL,
	CONSTRAINT "erased_proofs_order_id_sent_hash_pk" PRIMARY KEY("order_id","sent_hash")
);
--> statement-breakpoint
CREATE TABLE "order_amendments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_amendments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"note" text NOT NULL,
	"transaction_id" text,
	"linked_order_id" uuid,
	CONSTRAINT "order_amendments_kind" CHECK ("order_amendments"."kind" in ('note', 'evidence', 'screenshot', 'reversal')),
	CONSTRAINT "order_amendments_transaction_id" CHECK (("order_amendments"."kind" in ('evidence', 'reversal')) = ("order_amendments"."transaction_id" is not null)),
	CONSTRAINT "order_amendments_link" CHECK ("order_amendments"."linked_order_id" is null or "order_amendments"."kind" = 'reversal')
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
	"note" text,
	"reason" text,
	"params" jsonb
);
--> statement-breakpoint
CREATE TABLE "order_references" (
	"reference" text PRIMARY KEY NOT NULL,
	"reserved_for" uuid,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_tags" (
	"tag" text NOT NULL,
	"status" text NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"order_id" uuid NOT NULL,
	CONSTRAINT "order_tags_tag_status_type_created_at_order_id_pk" PRIMARY KEY("tag","status","type","created_at","order_id")
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
	"receiving_account_id" uuid GENERATED ALWAYS AS (receiving_account_of(payment_instructions)) STORED,
	"deposit_address" text,
	"deposit_memo" text,
	"deposit_network" text,
	"signature" "bytea",
	"transaction_hash" text,
	"proof_at" timestamp with time zone,
	"admin_notes" text,
	"admin_transaction_id" text,
	"assignee_id" uuid,
	"tags" text[] DEFAULT '{}' NOT NULL,
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
	"value_usd" numeric(38, 18) NOT NULL,
	"amount" numeric(38, 18) DEFAULT '0' NOT NULL,
	"fee" numeric(38, 18) DEFAULT '0' NOT NULL
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
	"amount" numeric(38, 18) DEFAULT '0' NOT NULL,
	"fee" numeric(38, 18) DEFAULT '0' NOT NULL,
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
	"signature" "bytea",
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
CREATE TABLE "order_verdicts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_verdicts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"level" text NOT NULL,
	"findings" jsonb NOT NULL,
	"transfers" jsonb NOT NULL,
	"source" text,
	"checked_at" timestamp with time zone,
	"decision" text NOT NULL,
	"reason" text,
	"decided_by" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transfer_claims" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transfer_id" uuid,
	"order_id" uuid NOT NULL,
	"grade" text NOT NULL,
	"claimed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"released_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "blog_posts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"excerpt" text DEFAULT '' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
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
	"handled_at" timestamp with time zone,
	"mailed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"room_id" text NOT NULL,
	"seq" integer NOT NULL,
	"sender" text NOT NULL,
	"sender_name" text NOT NULL,
	"author_id" uuid,
	"text" text NOT NULL,
	"client_message_id" text,
	"warning" text,
	"order_id" uuid,
	"file_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_messages_sender" CHECK ("chat_messages"."sender" in ('user', 'support', 'bot'))
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
	"assignee_id" uuid,
	"closed_at" timestamp with time zone,
	"last_activity" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_rooms_owner" CHECK (("chat_rooms"."user_id" is null) <> ("chat_rooms"."token_hash" is null))
);
--> statement-breakpoint
CREATE TABLE "presence" (
	"connection_id" uuid NOT NULL,
	"role" text NOT NULL,
	"process_id" uuid NOT NULL,
	"subject" text,
	"user_id" uuid,
	"status" text,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "presence_connection_id_role_pk" PRIMARY KEY("connection_id","role")
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
-- Limits of a minute or an hour are not worth a write-ahead log.
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
CREATE TABLE "retired_encryption_keys" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "retired_encryption_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" "bytea" NOT NULL,
	"last_audit_id" bigint NOT NULL,
	"last_checkpoint" bigint NOT NULL,
	"retired_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_files" ADD CONSTRAINT "case_files_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_files" ADD CONSTRAINT "case_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_invitations" ADD CONSTRAINT "team_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_versions" ADD CONSTRAINT "note_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_versions" ADD CONSTRAINT "note_versions_note_id_notes_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."notes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD CONSTRAINT "kyc_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD CONSTRAINT "kyc_requests_document_file_files_id_fk" FOREIGN KEY ("document_file") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD CONSTRAINT "kyc_requests_back_file_files_id_fk" FOREIGN KEY ("back_file") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD CONSTRAINT "kyc_requests_selfie_file_files_id_fk" FOREIGN KEY ("selfie_file") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asset_prices" ADD CONSTRAINT "asset_prices_asset_id_crypto_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."crypto_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_address_stops" ADD CONSTRAINT "deposit_address_stops_crypto_id_crypto_assets_id_fk" FOREIGN KEY ("crypto_id") REFERENCES "public"."crypto_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_wallet_changes" ADD CONSTRAINT "deposit_wallet_changes_crypto_id_crypto_assets_id_fk" FOREIGN KEY ("crypto_id") REFERENCES "public"."crypto_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_wallets" ADD CONSTRAINT "deposit_wallets_crypto_id_crypto_assets_id_fk" FOREIGN KEY ("crypto_id") REFERENCES "public"."crypto_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erased_customers" ADD CONSTRAINT "erased_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erased_proofs" ADD CONSTRAINT "erased_proofs_order" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_amendments" ADD CONSTRAINT "order_amendments_order" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_amendments" ADD CONSTRAINT "order_amendments_linked_order" FOREIGN KEY ("linked_order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_references" ADD CONSTRAINT "order_references_reserved_for_users_id_fk" FOREIGN KEY ("reserved_for") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_tags" ADD CONSTRAINT "order_tags_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_quotes" ADD CONSTRAINT "sell_quotes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_quotes" ADD CONSTRAINT "sell_quotes_crypto_id_crypto_assets_id_fk" FOREIGN KEY ("crypto_id") REFERENCES "public"."crypto_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiat_exchange_rates" ADD CONSTRAINT "fiat_exchange_rates_from_currency_fiat_currencies_code_fk" FOREIGN KEY ("from_currency") REFERENCES "public"."fiat_currencies"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiat_exchange_rates" ADD CONSTRAINT "fiat_exchange_rates_to_currency_fiat_currencies_code_fk" FOREIGN KEY ("to_currency") REFERENCES "public"."fiat_currencies"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_verdicts" ADD CONSTRAINT "order_verdicts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_claims" ADD CONSTRAINT "transfer_claims_transfer_id_chain_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."chain_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_claims" ADD CONSTRAINT "transfer_claims_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_requests" ADD CONSTRAINT "agent_requests_room_id_chat_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."chat_rooms"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_room_id_chat_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."chat_rooms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_rooms" ADD CONSTRAINT "chat_rooms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_rooms" ADD CONSTRAINT "chat_rooms_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_type","subject_id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_rare_role" ON "audit_log" USING btree ("actor_role","at","id") WHERE "audit_log"."actor_role" in ('visitor', 'system', 'staff', 'admin');--> statement-breakpoint
CREATE INDEX "audit_texts_user" ON "audit_texts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "users_mailbox" ON "users" USING btree (mailbox_of("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_one_admin" ON "users" USING btree ("role") WHERE "users"."role" = 'admin';--> statement-breakpoint
CREATE INDEX "users_retained" ON "users" USING btree ("retained_until") WHERE "users"."retained_until" is not null;--> statement-breakpoint
CREATE INDEX "users_erased_soon" ON "users" USING btree ("erase_at") WHERE "users"."erase_at" is not null;--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_list_created" ON "users" USING btree ("status","kyc_status","created_at","id");--> statement-breakpoint
CREATE INDEX "users_list_name" ON "users" USING btree ("status","kyc_status",lower("first_name" || ' ' || "last_name"),"id");--> statement-breakpoint
CREATE INDEX "users_list_email" ON "users" USING btree ("status","kyc_status","email","id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (lower(coalesce("email", '') || ' ' || "first_name" || ' ' || "last_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_by_assignee" ON "users" USING btree ("assignee_id","id") WHERE "users"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "users_by_tag" ON "users" USING gin ("tags");--> statement-breakpoint
CREATE UNIQUE INDEX "files_filename" ON "files" USING btree ("filename");--> statement-breakpoint
CREATE INDEX "files_order" ON "files" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "files_sent_hash" ON "files" USING btree ("sent_hash") WHERE "files"."purpose" = 'payment_proof';--> statement-breakpoint
CREATE INDEX "files_picture_bands" ON "files" USING gin (picture_bands("picture_hash")) WHERE "files"."purpose" = 'payment_proof' and "files"."picture_hash" is not null;--> statement-breakpoint
CREATE INDEX "files_kyc_sent_hash" ON "files" USING btree ("sent_hash") WHERE "files"."purpose" = 'kyc';--> statement-breakpoint
CREATE INDEX "files_kyc_picture_bands" ON "files" USING gin (picture_bands("picture_hash")) WHERE "files"."purpose" = 'kyc' and "files"."picture_hash" is not null;--> statement-breakpoint
CREATE INDEX "files_owner" ON "files" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "outbox_waiting_of_user" ON "outbox" USING btree ("user_id") WHERE "outbox"."sent_at" is null and "outbox"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("created_at") WHERE "outbox"."sent_at" is null and "outbox"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_dropped" ON "outbox" USING btree ("dropped_at") WHERE "outbox"."dropped_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_codes_open" ON "one_time_codes" USING btree ("subject","purpose") WHERE "one_time_codes"."ended_at" is null and "one_time_codes"."purpose" <> 'reset_password';--> statement-breakpoint
CREATE INDEX "one_time_codes_sent" ON "one_time_codes" USING btree ("subject","purpose","created_at");--> statement-breakpoint
CREATE INDEX "one_time_codes_user" ON "one_time_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "one_time_codes_hash" ON "one_time_codes" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "one_time_codes_age" ON "one_time_codes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "registrations_subject" ON "registrations" USING btree ("subject","created_at");--> statement-breakpoint
CREATE INDEX "registrations_age" ON "registrations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_age" ON "sign_in_attempts" USING btree ("resets_at");--> statement-breakpoint
CREATE UNIQUE INDEX "team_invitations_hash" ON "team_invitations" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "team_invitations_open_email" ON "team_invitations" USING btree ("email") WHERE "team_invitations"."used_at" is null and "team_invitations"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "team_invitations_open_member" ON "team_invitations" USING btree ("member_id") WHERE "team_invitations"."used_at" is null and "team_invitations"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "team_invitations_expiry" ON "team_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "note_versions_of" ON "note_versions" USING btree ("note_id","id");--> statement-breakpoint
CREATE INDEX "notes_of_order" ON "notes" USING btree ("order_id","created_at") WHERE "notes"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "notes_of_user" ON "notes" USING btree ("user_id","created_at") WHERE "notes"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "notes_of_room" ON "notes" USING btree ("room_id","created_at") WHERE "notes"."room_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notes_shared_of_user" ON "notes" USING btree ("user_id") WHERE "notes"."is_shared";--> statement-breakpoint
CREATE UNIQUE INDEX "notes_shared_of_room" ON "notes" USING btree ("room_id") WHERE "notes"."is_shared";--> statement-breakpoint
CREATE INDEX "notes_search" ON "notes" USING gin (lower("text") gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_open" ON "approvals" USING btree ("kind","subject_id") WHERE "approvals"."state" = 'open';--> statement-breakpoint
CREATE INDEX "approvals_asked" ON "approvals" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "approvals_of_user" ON "approvals" USING btree (("facts" ->> 'userId'));--> statement-breakpoint
CREATE INDEX "approvals_of_invited" ON "approvals" USING btree (("facts" ->> 'invited')) WHERE "approvals"."kind" = 'team';--> statement-breakpoint
CREATE UNIQUE INDEX "kyc_requests_one_open" ON "kyc_requests" USING btree ("user_id") WHERE "kyc_requests"."status" in ('pending', 'approved');--> statement-breakpoint
CREATE INDEX "kyc_requests_user" ON "kyc_requests" USING btree ("user_id","submitted_at");--> statement-breakpoint
CREATE INDEX "kyc_requests_queue" ON "kyc_requests" USING btree ("status","submitted_at");--> statement-breakpoint
CREATE INDEX "kyc_requests_number" ON "kyc_requests" USING btree ("document_number_hash") WHERE "kyc_requests"."document_number_hash" is not null;--> statement-breakpoint
CREATE INDEX "kyc_requests_expiry" ON "kyc_requests" USING btree ("expires_on") WHERE "kyc_requests"."status" = 'approved' and "kyc_requests"."expires_on" is not null;--> statement-breakpoint
CREATE INDEX "asset_prices_asset_at" ON "asset_prices" USING btree ("asset_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "held_rates_one_waiting" ON "held_rates" USING btree ("kind","subject") WHERE "held_rates"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "held_rates_newest" ON "held_rates" USING btree ("held_at");--> statement-breakpoint
CREATE UNIQUE INDEX "chain_blocks_hash" ON "chain_blocks" USING btree ("chain","hash");--> statement-breakpoint
CREATE UNIQUE INDEX "chain_transfers_output" ON "chain_transfers" USING btree ("chain","tx_hash","out_index","coin_id");--> statement-breakpoint
CREATE INDEX "chain_transfers_to" ON "chain_transfers" USING btree ("coin_id","to_address","first_seen_at");--> statement-breakpoint
CREATE INDEX "chain_transfers_block" ON "chain_transfers" USING btree ("chain","block_height");--> statement-breakpoint
CREATE INDEX "chain_transfers_open" ON "chain_transfers" USING btree ("chain","state") WHERE "chain_transfers"."state" in ('seen', 'included');--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_address_stops_address" ON "deposit_address_stops" USING btree ("address","memo");--> statement-breakpoint
CREATE INDEX "deposit_wallet_changes_coin" ON "deposit_wallet_changes" USING btree ("crypto_id","changed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_wallet_changes_one_waiting" ON "deposit_wallet_changes" USING btree ("crypto_id") WHERE "deposit_wallet_changes"."applied_at" is null and "deposit_wallet_changes"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "payment_method_changes_of" ON "payment_method_changes" USING btree ("payment_method_id","changed_at");--> statement-breakpoint
CREATE INDEX "payment_methods_currency" ON "payment_methods" USING btree ("currency","sort_order");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_accounts_same" ON "payout_accounts" USING btree ("user_id","fingerprint");--> statement-breakpoint
CREATE INDEX "payout_accounts_user" ON "payout_accounts" USING btree ("user_id","last_used_at");--> statement-breakpoint
CREATE INDEX "erased_customers_address" ON "erased_customers" USING btree ("address_hash");--> statement-breakpoint
CREATE INDEX "erased_customers_age" ON "erased_customers" USING btree ("erased_at");--> statement-breakpoint
CREATE INDEX "erased_proofs_hash" ON "erased_proofs" USING btree ("sent_hash");--> statement-breakpoint
CREATE INDEX "order_amendments_of" ON "order_amendments" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_events_of" ON "order_events" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_references_reserved" ON "order_references" USING btree ("reserved_for") WHERE "order_references"."reserved_for" is not null;--> statement-breakpoint
CREATE INDEX "order_tags_of" ON "order_tags" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_reference" ON "orders" USING btree ("reference" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "orders_quote" ON "orders" USING btree ("quote_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_admin_hash" ON "orders" USING btree ("crypto_id",lower("admin_transaction_id")) WHERE "orders"."admin_transaction_id" ~* '^(0x)?[0-9a-f]{64}$' and "orders"."status" not in ('rejected', 'failed');--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","type","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_currency" ON "orders" USING btree ("payout_currency","status","type","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_assignee" ON "orders" USING btree ("assignee_id","status","type","created_at","id") WHERE "orders"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_unassigned" ON "orders" USING btree ("status","type","created_at","id") WHERE "orders"."assignee_id" is null;--> statement-breakpoint
CREATE INDEX "orders_to_take" ON "orders" USING btree ("created_at","id") WHERE "orders"."status" in ('pending', 'processing') and "orders"."assignee_id" is null;--> statement-breakpoint
CREATE INDEX "orders_ready" ON "orders" USING btree ("created_at","id") WHERE "orders"."status" in ('pending', 'processing') and "orders"."proof_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("decided_at","proof_at","created_at") WHERE "orders"."status" = 'completed';--> statement-breakpoint
CREATE INDEX "orders_by_receiving_account" ON "orders" USING btree ("receiving_account_id","status","type","created_at","id") WHERE "orders"."receiving_account_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_payee" ON "orders" USING btree (lower(regexp_replace("payment_details"->>'accountNumber', '[\s-]', '', 'g')),"user_id");--> statement-breakpoint
CREATE INDEX "orders_by_address" ON "orders" USING btree ("deposit_address","status","type","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_hash_search" ON "orders" USING btree (lower("transaction_hash") text_pattern_ops) WHERE "orders"."transaction_hash" is not null;--> statement-breakpoint
CREATE INDEX "orders_admin_id_search" ON "orders" USING btree (lower("admin_transaction_id") text_pattern_ops) WHERE "orders"."admin_transaction_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sell_quotes_reference" ON "sell_quotes" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "sell_quotes_open" ON "sell_quotes" USING btree ("user_id","created_at") WHERE "sell_quotes"."used_at" is null and "sell_quotes"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "sell_quotes_at_address" ON "sell_quotes" USING btree ("deposit_address","expires_at") WHERE "sell_quotes"."used_at" is null and "sell_quotes"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "sell_quotes_age" ON "sell_quotes" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "fiat_exchange_rates_pair" ON "fiat_exchange_rates" USING btree ("from_currency","to_currency");--> statement-breakpoint
CREATE INDEX "order_verdicts_order" ON "order_verdicts" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_claims_live" ON "transfer_claims" USING btree ("transfer_id") WHERE "transfer_claims"."released_at" is null;--> statement-breakpoint
CREATE INDEX "transfer_claims_order" ON "transfer_claims" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "transfer_claims_awaiting" ON "transfer_claims" USING btree ("claimed_at") WHERE "transfer_claims"."transfer_id" is null and "transfer_claims"."released_at" is null;--> statement-breakpoint
CREATE INDEX "blog_posts_published" ON "blog_posts" USING btree ("publish_date" DESC NULLS FIRST,"id") WHERE "blog_posts"."status" = 'published';--> statement-breakpoint
CREATE INDEX "blog_posts_created" ON "blog_posts" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "blog_posts_image" ON "blog_posts" USING btree ("featured_image");--> statement-breakpoint
CREATE INDEX "blog_posts_search" ON "blog_posts" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "subscribers_status" ON "subscribers" USING btree ("status","asked_at");--> statement-breakpoint
CREATE INDEX "agent_requests_admin_list" ON "agent_requests" USING btree (("handled_at" is not null),"created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "agent_requests_oldest_first" ON "agent_requests" USING btree (("handled_at" is not null),"created_at","id");--> statement-breakpoint
CREATE INDEX "agent_requests_email" ON "agent_requests" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "agent_requests_room" ON "agent_requests" USING btree ("room_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_seq" ON "chat_messages" USING btree ("room_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_once" ON "chat_messages" USING btree ("room_id","sender","client_message_id");--> statement-breakpoint
CREATE INDEX "chat_messages_search" ON "chat_messages" USING gin (lower("text") gin_trgm_ops) WHERE "chat_messages"."sender" <> 'bot';--> statement-breakpoint
CREATE INDEX "chat_messages_order" ON "chat_messages" USING btree ("order_id") WHERE "chat_messages"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "chat_messages_file" ON "chat_messages" USING btree ("file_id") WHERE "chat_messages"."file_id" is not null;--> statement-breakpoint
CREATE INDEX "chat_rooms_admin_list" ON "chat_rooms" USING btree (("closed_at" is not null),"waiting_since","last_activity" DESC NULLS LAST,"id") WHERE "chat_rooms"."last_seq" > 0;--> statement-breakpoint
CREATE INDEX "chat_rooms_open" ON "chat_rooms" USING btree (("closed_at" is not null),"waiting_since","last_activity" DESC NULLS LAST,"id") WHERE "chat_rooms"."last_seq" > 0 and "chat_rooms"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "chat_rooms_activity" ON "chat_rooms" USING btree ("last_activity","id") WHERE "chat_rooms"."last_seq" > 0;--> statement-breakpoint
CREATE INDEX "chat_rooms_by_assignee" ON "chat_rooms" USING btree ("assignee_id",("closed_at" is not null),"waiting_since","last_activity" DESC NULLS LAST,"id") WHERE "chat_rooms"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "chat_rooms_unassigned" ON "chat_rooms" USING btree (("closed_at" is not null),"waiting_since","last_activity" DESC NULLS LAST,"id") WHERE "chat_rooms"."last_seq" > 0 and "chat_rooms"."assignee_id" is null;--> statement-breakpoint
CREATE INDEX "chat_rooms_search" ON "chat_rooms" USING gin (lower("visitor_email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "chat_rooms_user" ON "chat_rooms" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "chat_rooms_waiting" ON "chat_rooms" USING btree ("waiting_since") WHERE "chat_rooms"."waiting_since" is not null;--> statement-breakpoint
CREATE INDEX "presence_subject" ON "presence" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "presence_process" ON "presence" USING btree ("process_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");
--> statement-breakpoint
-- Refuses every change of a row: for tables that are only ever appended to.
create function reject_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create function reject_order_delete() returns trigger language plpgsql as $$
begin
  raise exception 'orders are never deleted' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
-- The same moves as shared/orders/orders.lifecycle.ts; a test holds the two together.
-- What the customer was shown never changes, the accounts to pay into included. Once decided, nothing changes, except
-- that the payout details of an erased user go.
create function check_order_change() returns trigger language plpgsql as $$
begin
  if (new.id, new.reference, new.type, new.user_id, new.quote_id, new.crypto_id, new.from_currency, new.amount, new.rate,
      new.payout_currency, new.gross_amount, new.fee_percent, new.fee_amount, new.payout_amount, new.value_usd,
      new.deposit_address, new.deposit_memo, new.deposit_network, new.created_at, new.payment_instructions::text)
    is distinct from
     (old.id, old.reference, old.type, old.user_id, old.quote_id, old.crypto_id, old.from_currency, old.amount, old.rate,
      old.payout_currency, old.gross_amount, old.fee_percent, old.fee_amount, old.payout_amount, old.value_usd,
      old.deposit_address, old.deposit_memo, old.deposit_network, old.created_at, old.payment_instructions::text)
  then
    raise exception 'an order keeps the terms it was made with' using errcode = 'restrict_violation';
  end if;
  if old.proof_at is not null and new.proof_at is distinct from old.proof_at then
    raise exception 'a proof is received once' using errcode = 'restrict_violation';
  end if;
  if old.status in ('completed', 'rejected', 'failed')
    and (new.status, new.version, new.transaction_hash, new.proof_at, new.admin_notes, new.admin_transaction_id, new.decided_at)
      is distinct from
        (old.status, old.version, old.transaction_hash, old.proof_at, old.admin_notes, old.admin_transaction_id, old.decided_at)
  then
    raise exception 'a decided order never changes' using errcode = 'restrict_violation';
  end if;
  if new.status in ('processing', 'completed') and new.proof_at is null then
    raise exception 'an order without proof is not carried out' using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status and not (
    (old.status = 'pending' and new.status in ('processing', 'completed', 'rejected', 'failed'))
    or (old.status = 'processing' and new.status in ('completed', 'rejected', 'failed'))
  ) then
    raise exception 'an order cannot move from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status and new.version <= old.version then
    raise exception 'a move of an order raises its version' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
-- A quote keeps what it promised, and serves one order.
create function check_sell_quote_change() returns trigger language plpgsql as $$
begin
  if (new.id, new.user_id, new.reference, new.crypto_id, new.amount, new.currency, new.buying_rate, new.gross_amount,
      new.fee_percent, new.fee_amount, new.net_amount, new.value_usd, new.deposit_address, new.deposit_memo,
      new.deposit_network, new.created_at, new.expires_at)
    is distinct from
     (old.id, old.user_id, old.reference, old.crypto_id, old.amount, old.currency, old.buying_rate, old.gross_amount,
      old.fee_percent, old.fee_amount, old.net_amount, old.value_usd, old.deposit_address, old.deposit_memo,
      old.deposit_network, old.created_at, old.expires_at)
  then
    raise exception 'a quote keeps the terms it was made with' using errcode = 'restrict_violation';
  end if;
  if old.used_at is not null and new.used_at is distinct from old.used_at then
    raise exception 'a quote serves one order' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
-- Users whose e-mail address or name contains a pattern in lower case, through the trigram index whatever the planner guesses:
-- it would look for a common pattern from the front of the table, and for a common one that few have it would never end.
create function users_containing(pattern text, most integer) returns setof uuid
language sql stable set enable_seqscan = off as $$
  select id from users where lower(coalesce(email, '') || ' ' || first_name || ' ' || last_name) like pattern limit most
$$;
--> statement-breakpoint
-- The same for texts too short for that index: users of whom a word, or the e-mail address, starts with the text.
create function users_starting_with(first text, further text, most integer) returns setof uuid
language sql stable set enable_seqscan = off as $$
  select id from users where lower(coalesce(email, '') || ' ' || first_name || ' ' || last_name) like first
    or lower(coalesce(email, '') || ' ' || first_name || ' ' || last_name) like further limit most
$$;
--> statement-breakpoint
create function keep_owner() returns trigger language plpgsql as $$
begin
  if old.role = 'admin' and (tg_op = 'DELETE' or new.role <> 'admin' or new.status = 'deleted') then
    raise exception 'the owner named by ADMIN_EMAIL cannot be removed' using errcode = 'restrict_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
--> statement-breakpoint
-- A block that is removed takes its confirmation from its transfers at once. One that is only too old to be replaced (500
-- blocks below the newest) is deleted to save space: what it holds stays where it is.
create function take_block_from_transfers() returns trigger language plpgsql as $$
begin
  if old.height > coalesce((select height from chain_cursors where chain = old.chain), 0) - 500 then
    update chain_transfers set was_final = was_final or state = 'final', state = 'replaced', reorganised_at = now(),
      witnessed = null, block_height = null, block_hash = null, block_at = null
    where chain = old.chain and block_height = old.height and block_hash = old.hash;
  end if;
  return null;
end $$;
--> statement-breakpoint
-- No transfer is in a block other than the one that was read at its height.
create function check_chain_transfer_block() returns trigger language plpgsql as $$
begin
  if exists (select from chain_blocks where chain = new.chain and height = new.block_height and hash <> new.block_hash) then
    raise exception 'this block is not of the chain' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
-- The payee of an order stays as it was given, until the personal data of an erased customer goes.
create function check_order_payee() returns trigger language plpgsql as $$
begin
  if new.payment_details is not null and new.payment_details is distinct from old.payment_details then
    raise exception 'an order keeps its payee' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
-- Deleting and inserting again would get around the check of changes. Quotes go a month after they became no order.
create function check_sell_quote_delete() returns trigger language plpgsql as $$
begin
  if old.used_at is not null or old.created_at > now() - interval '1 day' then
    raise exception 'an open quote is not deleted' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
--> statement-breakpoint
-- Adds an order to the statistics of its day, whatever statement opened or moved it.
create function record_order_day_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_day_changes (day, kind, key, orders, value_usd)
    values ((new.created_at at time zone 'UTC')::date, 'status', new.status, 1, new.value_usd);
  elsif new.status <> old.status then
    insert into order_day_changes (day, kind, key, orders, value_usd)
    values ((new.created_at at time zone 'UTC')::date, 'status', old.status, -1, -new.value_usd),
      ((new.created_at at time zone 'UTC')::date, 'status', new.status, 1, new.value_usd);
  else
    return null;
  end if;
  if new.status in ('completed', 'rejected', 'failed') then
    insert into order_day_changes (day, kind, key, orders, value_usd, amount, fee)
    select (new.decided_at at time zone 'UTC')::date, k.kind, k.key, 1, new.value_usd, k.amount, k.fee
    from (values ('decided', new.status, 0, 0),
      ('asset', coalesce(new.crypto_symbol, new.from_currency), new.amount, 0),
      ('currency', new.payout_currency, new.payout_amount, new.fee_amount)) k(kind, key, amount, fee)
    where k.kind = 'decided' or new.status = 'completed';
  end if;
  return null;
end $$;
--> statement-breakpoint
-- Computes the statistics of all days again: for orders that came in without the trigger, such as a restored backup.
create function recount_order_days() returns void language sql as $$
  delete from order_day_changes;
  delete from order_day_medians;
  delete from order_days;
  insert into order_days (day, kind, key, orders, value_usd, amount, fee)
  select (created_at at time zone 'UTC')::date, 'status', status, count(*), sum(value_usd), 0, 0 from orders group by 1, 3
  union all
  select (o.decided_at at time zone 'UTC')::date, k.kind, k.key, count(*), sum(o.value_usd), sum(k.amount), sum(k.fee)
  from orders o cross join lateral (values ('decided', o.status, 0, 0),
    ('asset', coalesce(o.crypto_symbol, o.from_currency), o.amount, 0),
    ('currency', o.payout_currency, o.payout_amount, o.fee_amount)) k(kind, key, amount, fee)
  where o.decided_at is not null and (k.kind = 'decided' or o.status = 'completed') group by 1, 2, 3
$$;
--> statement-breakpoint
-- order_tags follows the tags and the status of its order, so that a tag is read in the order of the lists.
create function index_order_tags() returns trigger language plpgsql as $$
begin
  delete from order_tags where order_id = new.id;
  insert into order_tags (tag, status, type, created_at, order_id)
  select distinct tag, new.status, new.type, new.created_at, new.id from unnest(new.tags) tag;
  return null;
end $$;
--> statement-breakpoint
-- What was requested stays as it was requested; a change of ENCRYPTION_KEY signs it again, applied or not.
create function check_deposit_wallet_change() returns trigger language plpgsql as $$
begin
  if (new.id, new.crypto_id, new.from_address, new.from_memo, new.from_version, new.to_address, new.to_memo, new.changed_by,
      new.changed_at, new.live_at)
    is distinct from (old.id, old.crypto_id, old.from_address, old.from_memo, old.from_version, old.to_address, old.to_memo,
      old.changed_by, old.changed_at, old.live_at)
    or ((old.applied_at is not null or old.cancelled_at is not null)
      and (new.signature = old.signature or (new.applied_at, new.cancelled_at, new.cancelled_by)
        is distinct from (old.applied_at, old.cancelled_at, old.cancelled_by)))
  then
    raise exception 'deposit_wallet_changes is append only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create function keep_approval() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.subject_id, new.facts_hash, new.asked_by, new.asked_at, new.expires_at)
     is distinct from (old.id, old.kind, old.subject_id, old.facts_hash, old.asked_by, old.asked_at, old.expires_at) then
    raise exception 'what was asked of a second member cannot be changed' using errcode = 'restrict_violation';
  end if;
  if old.state <> 'open'
     and (new.state, new.decided_by, new.decided_at, new.void_reason)
       is distinct from (old.state, old.decided_by, old.decided_at, old.void_reason) then
    raise exception 'a decided request cannot be decided again' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
-- A stop is final once it is confirmed; only a change of ENCRYPTION_KEY signs it again.
create function keep_address_stop() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.is_confirmed then
      raise exception 'a confirmed stop is never removed' using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if (new.id, new.crypto_id, new.address, new.memo, new.reason, new.stopped_by, new.stopped_at)
     is distinct from (old.id, old.crypto_id, old.address, old.memo, old.reason, old.stopped_by, old.stopped_at)
     or (old.is_confirmed and not new.is_confirmed) then
    raise exception 'deposit_address_stops is append only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
-- The last guard behind the services: what these refuse cannot be stored on any request path.
-- These keys point at tables of features that stand below, so the table files cannot name them.
alter table files add constraint files_order foreign key (order_id) references orders (id);
--> statement-breakpoint
alter table orders add constraint orders_quote_id_sell_quotes_id_fk foreign key (quote_id) references sell_quotes (id);
--> statement-breakpoint
alter table notes add constraint notes_order foreign key (order_id) references orders (id);
--> statement-breakpoint
alter table notes add constraint notes_room foreign key (room_id) references chat_rooms (id) on delete cascade;
--> statement-breakpoint
create trigger audit_log_append_only before update or delete on audit_log for each row execute function reject_change();
--> statement-breakpoint
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function reject_change();
--> statement-breakpoint
create trigger audit_checkpoints_append_only before update or delete on audit_checkpoints for each row execute function reject_change();
--> statement-breakpoint
create trigger audit_checkpoints_no_truncate before truncate on audit_checkpoints for each statement execute function reject_change();
--> statement-breakpoint
create trigger order_events_append_only before update or delete on order_events for each row execute function reject_change();
--> statement-breakpoint
create trigger order_events_no_truncate before truncate on order_events for each statement execute function reject_change();
--> statement-breakpoint
create trigger payment_method_changes_append_only before update or delete on payment_method_changes for each row execute function reject_change();
--> statement-breakpoint
create trigger payment_method_changes_no_truncate before truncate on payment_method_changes for each statement execute function reject_change();
--> statement-breakpoint
create trigger deposit_wallet_changes_check_change before update on deposit_wallet_changes for each row execute function check_deposit_wallet_change();
--> statement-breakpoint
create trigger deposit_wallet_changes_append_only before delete on deposit_wallet_changes for each row execute function reject_change();
--> statement-breakpoint
create trigger deposit_wallet_changes_no_truncate before truncate on deposit_wallet_changes for each statement execute function reject_change();
--> statement-breakpoint
create trigger orders_check_change before update on orders for each row execute function check_order_change();
--> statement-breakpoint
create trigger orders_no_delete before delete on orders for each row execute function reject_order_delete();
--> statement-breakpoint
create trigger orders_count_days after insert or update of status on orders for each row execute function record_order_day_change();
--> statement-breakpoint
create trigger sell_quotes_check_change before update on sell_quotes for each row execute function check_sell_quote_change();
--> statement-breakpoint
create trigger users_keep_owner before update of role, status or delete on users for each row execute function keep_owner();
--> statement-breakpoint
create trigger chain_blocks_take after delete on chain_blocks for each row execute function take_block_from_transfers();
--> statement-breakpoint
create trigger chain_blocks_append_only before update on chain_blocks for each row execute function reject_change();
--> statement-breakpoint
create trigger chain_transfers_check_block before insert or update of block_height, block_hash on chain_transfers
  for each row when (new.block_hash is not null) execute function check_chain_transfer_block();
--> statement-breakpoint
create trigger transfer_claims_no_delete before delete on transfer_claims for each row execute function reject_change();
--> statement-breakpoint
create trigger order_verdicts_append_only before update or delete on order_verdicts for each row execute function reject_change();
--> statement-breakpoint
create trigger order_verdicts_no_truncate before truncate on order_verdicts for each statement execute function reject_change();
--> statement-breakpoint
create trigger orders_check_payee before update on orders for each row execute function check_order_payee();
--> statement-breakpoint
create trigger sell_quotes_check_delete before delete on sell_quotes for each row execute function check_sell_quote_delete();
--> statement-breakpoint
create trigger order_amendments_append_only before update or delete on order_amendments for each row execute function reject_change();
--> statement-breakpoint
create trigger order_amendments_no_truncate before truncate on order_amendments for each statement execute function reject_change();
--> statement-breakpoint
create trigger orders_index_tags after update of status, tags on orders for each row
  when (new.tags <> '{}' or old.tags <> '{}') execute function index_order_tags();
--> statement-breakpoint
create trigger approvals_keep before update on approvals for each row execute function keep_approval();
--> statement-breakpoint
create trigger deposit_address_stops_keep before update or delete on deposit_address_stops for each row execute function keep_address_stop();
