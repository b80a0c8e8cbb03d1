CREATE TABLE "address_leases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"address_id" uuid NOT NULL,
	"quote_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"crypto_id" text NOT NULL,
	"amount" numeric(38, 18) NOT NULL,
	"value_usd" numeric(38, 18) NOT NULL,
	"rate" numeric(38, 18) NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"leased_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"watched_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deposit_addresses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"source_id" uuid NOT NULL,
	"chain" text NOT NULL,
	"address_index" integer NOT NULL,
	"address" text NOT NULL,
	"tag" text DEFAULT '' NOT NULL,
	"paid_at" timestamp with time zone,
	"live_at" timestamp with time zone NOT NULL,
	"signature" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deposit_source_coins" (
	"source_id" uuid NOT NULL,
	"crypto_id" text NOT NULL,
	"is_active" boolean NOT NULL,
	CONSTRAINT "deposit_source_coins_source_id_crypto_id_pk" PRIMARY KEY("source_id","crypto_id")
);
--> statement-breakpoint
CREATE TABLE "deposit_sources" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"chain" text NOT NULL,
	"kind" text NOT NULL,
	"key_encrypted" "bytea",
	"key_hash" "bytea",
	"script_type" text,
	"fingerprint" text,
	"key_ending" text,
	"gap_limit" integer,
	"next_index" integer DEFAULT 0 NOT NULL,
	"address" text,
	"when_empty" text NOT NULL,
	"is_active" boolean NOT NULL,
	"live_at" timestamp with time zone NOT NULL,
	"stopped_at" timestamp with time zone,
	"stop_confirmed" boolean DEFAULT true NOT NULL,
	"stop_reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	"added_by" uuid,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"signature" "bytea" NOT NULL,
	CONSTRAINT "deposit_sources_kind" CHECK (case "deposit_sources"."kind"
          when 'xpub' then "deposit_sources"."key_encrypted" is not null and "deposit_sources"."key_hash" is not null and "deposit_sources"."script_type" is not null
            and "deposit_sources"."gap_limit" between 20 and 1000 and "deposit_sources"."address" is null
          when 'pool' then "deposit_sources"."key_encrypted" is null and "deposit_sources"."gap_limit" is null and "deposit_sources"."address" is null
          when 'tags' then "deposit_sources"."key_encrypted" is null and "deposit_sources"."gap_limit" is null and "deposit_sources"."address" is not null
          else false end),
	CONSTRAINT "deposit_sources_index" CHECK ("deposit_sources"."next_index" >= 0)
);
--> statement-breakpoint
CREATE TABLE "deposit_choices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"choice" text NOT NULL,
	"offer" jsonb,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_settlements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"received" numeric(38, 18) NOT NULL,
	"paid_for" numeric(38, 18) NOT NULL,
	"rest" numeric(38, 18) NOT NULL,
	"parts" jsonb NOT NULL,
	"gross" numeric(38, 18) NOT NULL,
	"fee_percent" numeric(38, 18) NOT NULL,
	"fee" numeric(38, 18) NOT NULL,
	"net" numeric(38, 18) NOT NULL,
	"accepted_by" text NOT NULL,
	"accepted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reason" text,
	"voided_at" timestamp with time zone,
	"void_reason" text,
	CONSTRAINT "order_settlements_sum" CHECK ("order_settlements"."net" = "order_settlements"."gross" - "order_settlements"."fee"),
	CONSTRAINT "order_settlements_received" CHECK ("order_settlements"."paid_for" >= 0 and "order_settlements"."rest" >= 0 and "order_settlements"."paid_for" + "order_settlements"."rest" <= "order_settlements"."received")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid,
	"transfer_id" uuid,
	"user_id" uuid NOT NULL,
	"crypto_id" text NOT NULL,
	"amount" numeric(38, 18) NOT NULL,
	"value_usd" numeric(38, 18) NOT NULL,
	"network_fee" numeric(38, 18),
	"address" text,
	"tag" text,
	"address_set_at" timestamp with time zone,
	"state" text DEFAULT 'due' NOT NULL,
	"tx_hash" text,
	"version" integer DEFAULT 1 NOT NULL,
	"reason" text NOT NULL,
	"due_by" uuid,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"approved_by" uuid,
	"approved_at" timestamp with time zone,
	"sent_by" uuid,
	"sent_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"cancelled_by" uuid,
	"cancelled_at" timestamp with time zone,
	"signature" "bytea" NOT NULL,
	CONSTRAINT "refunds_of" CHECK ("refunds"."order_id" is not null or "refunds"."transfer_id" is not null),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0 and coalesce("refunds"."network_fee", 0) >= 0),
	CONSTRAINT "refunds_sent" CHECK ("refunds"."state" not in ('sent', 'confirmed') or "refunds"."tx_hash" is not null)
);
--> statement-breakpoint
CREATE TABLE "unmatched_decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transfer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid,
	"refund_id" uuid,
	"reason" text NOT NULL,
	"by" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"reopened_at" timestamp with time zone,
	CONSTRAINT "unmatched_decisions_kind" CHECK (("unmatched_decisions"."kind" = 'assigned') = ("unmatched_decisions"."order_id" is not null)),
	CONSTRAINT "unmatched_decisions_refund" CHECK (("unmatched_decisions"."kind" = 'refund') = ("unmatched_decisions"."refund_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "chain_transfers" ADD COLUMN "rate_then" numeric(38, 18);--> statement-breakpoint
ALTER TABLE "chain_transfers" ADD COLUMN "is_covered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE TABLE "chain_arrivals" (
	"coin_id" text PRIMARY KEY NOT NULL,
	"amount" numeric NOT NULL
);
--> statement-breakpoint
CREATE INDEX "chain_transfers_address" ON "chain_transfers" USING btree ("to_address","first_seen_at");--> statement-breakpoint
CREATE INDEX "chain_transfers_uncovered" ON "chain_transfers" USING btree ("first_seen_at","id") WHERE not "chain_transfers"."is_covered" and "chain_transfers"."state" in ('included', 'final') and "chain_transfers"."coin_id" not like 'token:%';--> statement-breakpoint
ALTER TABLE "sell_quotes" ADD COLUMN "payment_details" jsonb;--> statement-breakpoint
ALTER TABLE "sell_quotes" ADD COLUMN "is_own" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sell_quotes" ADD COLUMN "rules" jsonb;--> statement-breakpoint
ALTER TABLE "sell_quotes" ADD COLUMN "lease_id" uuid;--> statement-breakpoint
ALTER TABLE "address_leases" ADD CONSTRAINT "address_leases_address_id_deposit_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."deposit_addresses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_leases" ADD CONSTRAINT "address_leases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_leases" ADD CONSTRAINT "address_leases_crypto_id_crypto_assets_id_fk" FOREIGN KEY ("crypto_id") REFERENCES "public"."crypto_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_addresses" ADD CONSTRAINT "deposit_addresses_source_id_deposit_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."deposit_sources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_source_coins" ADD CONSTRAINT "deposit_source_coins_source_id_deposit_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."deposit_sources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_source_coins" ADD CONSTRAINT "deposit_source_coins_crypto_id_crypto_assets_id_fk" FOREIGN KEY ("crypto_id") REFERENCES "public"."crypto_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_sources" ADD CONSTRAINT "deposit_sources_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_choices" ADD CONSTRAINT "deposit_choices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_settlements" ADD CONSTRAINT "order_settlements_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_transfer_id_chain_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."chain_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_crypto_id_crypto_assets_id_fk" FOREIGN KEY ("crypto_id") REFERENCES "public"."crypto_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unmatched_decisions" ADD CONSTRAINT "unmatched_decisions_transfer_id_chain_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."chain_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unmatched_decisions" ADD CONSTRAINT "unmatched_decisions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unmatched_decisions" ADD CONSTRAINT "unmatched_decisions_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "address_leases_open" ON "address_leases" USING btree ("address_id") WHERE "address_leases"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "address_leases_quote" ON "address_leases" USING btree ("quote_id");--> statement-breakpoint
CREATE INDEX "address_leases_of_address" ON "address_leases" USING btree ("address_id","leased_at");--> statement-breakpoint
CREATE INDEX "address_leases_of_user" ON "address_leases" USING btree ("user_id","leased_at");--> statement-breakpoint
CREATE INDEX "address_leases_watched" ON "address_leases" USING btree ("watched_until");--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_addresses_index" ON "deposit_addresses" USING btree ("source_id","address_index");--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_addresses_address" ON "deposit_addresses" USING btree ("chain","address","tag");--> statement-breakpoint
CREATE INDEX "deposit_addresses_known" ON "deposit_addresses" USING btree ("address");--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_source_coins_active" ON "deposit_source_coins" USING btree ("crypto_id") WHERE "deposit_source_coins"."is_active";--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_sources_key" ON "deposit_sources" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "deposit_choices_order" ON "deposit_choices" USING btree ("order_id","made_at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_settlements_live" ON "order_settlements" USING btree ("order_id") WHERE "order_settlements"."voided_at" is null;--> statement-breakpoint
CREATE INDEX "order_settlements_order" ON "order_settlements" USING btree ("order_id","accepted_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_hash" ON "refunds" USING btree ("crypto_id","tx_hash") WHERE "refunds"."tx_hash" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_transfer_live" ON "refunds" USING btree ("transfer_id") WHERE "refunds"."transfer_id" is not null and "refunds"."state" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_of_user" ON "refunds" USING btree ("user_id","due_at");--> statement-breakpoint
CREATE INDEX "refunds_by_state" ON "refunds" USING btree ("state","due_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unmatched_decisions_live" ON "unmatched_decisions" USING btree ("transfer_id") WHERE "unmatched_decisions"."reopened_at" is null;--> statement-breakpoint
CREATE INDEX "unmatched_decisions_transfer" ON "unmatched_decisions" USING btree ("transfer_id","at");--> statement-breakpoint
ALTER TABLE "sell_quotes" ADD CONSTRAINT "sell_quotes_lease_id_address_leases_id_fk" FOREIGN KEY ("lease_id") REFERENCES "public"."address_leases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sell_quotes_lease" ON "sell_quotes" USING btree ("lease_id");--> statement-breakpoint
ALTER TABLE "sell_quotes" ADD CONSTRAINT "sell_quotes_lease" CHECK ("sell_quotes"."lease_id" is null or "sell_quotes"."is_own");
--> statement-breakpoint
-- A row keeps all columns but those that the trigger names.
create function keep_columns() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - tg_argv is distinct from to_jsonb(old) - tg_argv then
    raise exception '% keeps what it was written with', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger deposit_sources_keep before update on deposit_sources for each row
  execute function keep_columns('key_encrypted', 'key_hash', 'gap_limit', 'next_index', 'when_empty', 'is_active', 'live_at',
    'stopped_at', 'stop_confirmed', 'stop_reason', 'version', 'signature');
--> statement-breakpoint
-- An index that was given out is never given out again, and a confirmed stop stays.
create function check_deposit_source_change() returns trigger language plpgsql as $$
begin
  if new.next_index < old.next_index then
    raise exception 'an index is given out once' using errcode = 'restrict_violation';
  end if;
  if old.stopped_at is not null and old.stop_confirmed
    and (new.stopped_at is distinct from old.stopped_at or new.is_active) then
    raise exception 'a confirmed stop is never removed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger deposit_sources_check_change before update on deposit_sources for each row execute function check_deposit_source_change();
--> statement-breakpoint
create trigger deposit_sources_no_delete before delete on deposit_sources for each row execute function reject_change();
--> statement-breakpoint
create trigger deposit_addresses_keep before update on deposit_addresses for each row
  execute function keep_columns('paid_at', 'signature');
--> statement-breakpoint
-- Only an address that waits may be withdrawn: no customer has seen it.
create function check_deposit_address_delete() returns trigger language plpgsql as $$
begin
  if old.live_at <= now() then
    raise exception 'an address that was live is never removed' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
--> statement-breakpoint
create trigger deposit_addresses_check_delete before delete on deposit_addresses for each row execute function check_deposit_address_delete();
--> statement-breakpoint
create trigger address_leases_keep before update on address_leases for each row
  execute function keep_columns('ended_at', 'watched_until');
--> statement-breakpoint
create function check_address_lease_change() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null and new.ended_at is distinct from old.ended_at then
    raise exception 'a lease ends once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger address_leases_check_change before update on address_leases for each row execute function check_address_lease_change();
--> statement-breakpoint
create trigger address_leases_no_delete before delete on address_leases for each row execute function reject_change();
--> statement-breakpoint
-- A settlement is only ever voided, once.
create trigger order_settlements_keep before update on order_settlements for each row
  when (old.voided_at is null) execute function keep_columns('voided_at', 'void_reason');
--> statement-breakpoint
create trigger order_settlements_voided before update on order_settlements for each row
  when (old.voided_at is not null) execute function reject_change();
--> statement-breakpoint
create trigger order_settlements_no_delete before delete on order_settlements for each row execute function reject_change();
--> statement-breakpoint
create trigger deposit_choices_append_only before update or delete on deposit_choices for each row execute function reject_change();
--> statement-breakpoint
create trigger unmatched_decisions_keep before update on unmatched_decisions for each row
  when (old.reopened_at is null) execute function keep_columns('reopened_at');
--> statement-breakpoint
create trigger unmatched_decisions_reopened before update on unmatched_decisions for each row
  when (old.reopened_at is not null) execute function reject_change();
--> statement-breakpoint
create trigger unmatched_decisions_no_delete before delete on unmatched_decisions for each row execute function reject_change();
--> statement-breakpoint
create trigger refunds_keep before update on refunds for each row
  execute function keep_columns('network_fee', 'address', 'tag', 'address_set_at', 'state', 'tx_hash', 'version', 'reason',
    'approved_by', 'approved_at', 'sent_by', 'sent_at', 'confirmed_at', 'cancelled_by', 'cancelled_at', 'signature');
--> statement-breakpoint
-- Only a refund that is due, or is due again by it, gets an address; it goes with the personal data of its customer.
create function check_refund_change() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not (
    (old.state = 'due' and new.state in ('approved', 'cancelled'))
    or (old.state = 'approved' and new.state in ('sent', 'cancelled', 'due'))
    or (old.state = 'sent' and new.state in ('confirmed', 'due'))
    or (old.state = 'confirmed' and new.state = 'sent')
  ) then
    raise exception 'a refund cannot move from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and new.version <= old.version then
    raise exception 'a move of a refund raises its version' using errcode = 'restrict_violation';
  end if;
  if new.state = 'approved' and old.state = 'due' and new.address is null then
    raise exception 'a refund is approved to an address' using errcode = 'restrict_violation';
  end if;
  if old.state <> 'due' and new.state <> 'due' and new.address is not null
    and (new.address, new.tag) is distinct from (old.address, old.tag) then
    raise exception 'an approved refund keeps its address' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger refunds_check_change before update on refunds for each row execute function check_refund_change();
--> statement-breakpoint
create trigger refunds_no_delete before delete on refunds for each row execute function reject_change();
--> statement-breakpoint
-- A quote keeps what it promised, and serves one order. One of an own address is given that address once, with its lease;
-- its payee may change until the order is there, and goes with the personal data of its customer.
create or replace function check_sell_quote_change() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - '{deposit_address,deposit_memo,deposit_is_sample,payment_details,is_own,lease_id,signature,reoffered_at,used_at,dropped_at}'::text[]
    is distinct from
     to_jsonb(old) - '{deposit_address,deposit_memo,deposit_is_sample,payment_details,is_own,lease_id,signature,reoffered_at,used_at,dropped_at}'::text[]
    or (old.deposit_address <> '' and (new.deposit_address, new.deposit_memo, new.is_own, new.lease_id)
      is distinct from (old.deposit_address, old.deposit_memo, old.is_own, old.lease_id))
  then
    raise exception 'a quote keeps the terms it was made with' using errcode = 'restrict_violation';
  end if;
  if old.used_at is not null and (new.used_at is distinct from old.used_at
    or (new.payment_details is not null and new.payment_details is distinct from old.payment_details)) then
    raise exception 'a quote serves one order' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
-- Marks the transfers that a live claim, decision or refund covers, so that the others are found without reading all. One that
-- is locked meanwhile stays unmarked, never the other way round: whoever reads asks again what covers a transfer.
create function cover_transfers() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(new);
  ids uuid[] := array(select (changed->>'transfer_id')::uuid
    union select transfer_id from transfer_claims where tg_table_name = 'refunds' and order_id = (changed->>'order_id')::uuid);
begin
  if changed->>'released_at' is null and changed->>'reopened_at' is null and changed->>'state' is distinct from 'cancelled' then
    update chain_transfers set is_covered = true where id in (
      select id from chain_transfers where id = any(ids) and not is_covered for no key update skip locked);
  else
    update chain_transfers t set is_covered = exists (select from transfer_claims where transfer_id = t.id and released_at is null)
      or exists (select from unmatched_decisions where transfer_id = t.id and reopened_at is null)
    where id = any(ids) and is_covered;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger transfer_claims_cover after insert or update of transfer_id, released_at on transfer_claims for each row
  execute function cover_transfers();
--> statement-breakpoint
create trigger unmatched_decisions_cover after insert or update of reopened_at on unmatched_decisions for each row
  execute function cover_transfers();
--> statement-breakpoint
create trigger refunds_cover after insert or update of state on refunds for each row execute function cover_transfers();
--> statement-breakpoint
-- What has arrived for good, of each coin. Only the reader of its chain writes it.
create function count_arrival() returns trigger language plpgsql as $$
declare
  was numeric := case when tg_op = 'UPDATE' and old.state = 'final' then old.amount else 0 end;
  is_now numeric := case when new.state = 'final' then new.amount else 0 end;
begin
  if was <> is_now and new.coin_id not like 'token:%' then
    insert into chain_arrivals as a (coin_id, amount) values (new.coin_id, is_now - was)
    on conflict (coin_id) do update set amount = a.amount + excluded.amount;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger chain_transfers_count after insert or update of state on chain_transfers for each row execute function count_arrival();
--> statement-breakpoint
insert into chain_arrivals (coin_id, amount)
  select coin_id, sum(amount) from chain_transfers where state = 'final' and coin_id not like 'token:%' group by coin_id;
--> statement-breakpoint
update chain_transfers t set is_covered = true
  where exists (select from transfer_claims where transfer_id = t.id and released_at is null);
