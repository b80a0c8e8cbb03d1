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
	"transfer_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"grade" text NOT NULL,
	"claimed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"released_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "order_verdicts" ADD CONSTRAINT "order_verdicts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_claims" ADD CONSTRAINT "transfer_claims_transfer_id_chain_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."chain_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_claims" ADD CONSTRAINT "transfer_claims_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chain_blocks_hash" ON "chain_blocks" USING btree ("chain","hash");--> statement-breakpoint
CREATE UNIQUE INDEX "chain_transfers_output" ON "chain_transfers" USING btree ("chain","tx_hash","out_index","coin_id");--> statement-breakpoint
CREATE INDEX "chain_transfers_to" ON "chain_transfers" USING btree ("coin_id","to_address","first_seen_at");--> statement-breakpoint
CREATE INDEX "chain_transfers_block" ON "chain_transfers" USING btree ("chain","block_height");--> statement-breakpoint
CREATE INDEX "chain_transfers_open" ON "chain_transfers" USING btree ("chain","state") WHERE "chain_transfers"."state" in ('seen', 'included');--> statement-breakpoint
CREATE INDEX "order_verdicts_order" ON "order_verdicts" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_claims_live" ON "transfer_claims" USING btree ("transfer_id") WHERE "transfer_claims"."released_at" is null;--> statement-breakpoint
CREATE INDEX "transfer_claims_order" ON "transfer_claims" USING btree ("order_id");--> statement-breakpoint
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
create trigger chain_blocks_take after delete on chain_blocks for each row execute function take_block_from_transfers();
--> statement-breakpoint
create trigger chain_blocks_append_only before update on chain_blocks for each row execute function reject_change();
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
create trigger chain_transfers_check_block before insert or update of block_height, block_hash on chain_transfers
  for each row when (new.block_hash is not null) execute function check_chain_transfer_block();
--> statement-breakpoint
create trigger transfer_claims_no_delete before delete on transfer_claims for each row execute function reject_change();
--> statement-breakpoint
create trigger order_verdicts_append_only before update or delete on order_verdicts for each row execute function reject_change();
--> statement-breakpoint
create trigger order_verdicts_no_truncate before truncate on order_verdicts for each statement execute function reject_change();
