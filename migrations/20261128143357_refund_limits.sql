ALTER TABLE "refunds" ALTER COLUMN "value_usd" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "fee_by" text DEFAULT 'desk' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "searched_height" integer;--> statement-breakpoint
CREATE INDEX "unmatched_decisions_kept" ON "unmatched_decisions" USING btree ("by","at") WHERE "unmatched_decisions"."kind" = 'kept';--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_fee_by" CHECK ("refunds"."fee_by" in ('desk', 'customer'));
--> statement-breakpoint
drop trigger refunds_keep on refunds;
--> statement-breakpoint
-- A value of nothing was one that nobody knew. Who bears the fee is what the settings say now; tokens pay none of their own.
update refunds set value_usd = nullif(value_usd, 0),
  fee_by = case when crypto_id in ('usdt-erc20', 'usdt-trc20') then 'desk'
    else coalesce((select value->>'refundFee' from settings where key = 'deposits'), 'desk') end;
--> statement-breakpoint
create trigger refunds_keep before update on refunds for each row
  execute function keep_columns('network_fee', 'address', 'tag', 'address_set_at', 'state', 'tx_hash', 'version', 'reason',
    'approved_by', 'approved_at', 'sent_by', 'sent_at', 'confirmed_at', 'cancelled_by', 'cancelled_at', 'signature',
    'finding', 'seen_height', 'searched_height');
--> statement-breakpoint
-- Only a refund that is due, and stays so, gets an address; it goes with the personal data of its customer.
create or replace function check_refund_change() returns trigger language plpgsql as $$
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
  if (old.state <> 'due' or new.state <> 'due') and new.address is not null
    and (new.address, new.tag) is distinct from (old.address, old.tag) then
    raise exception 'only a refund that is due gets another address' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
