DROP INDEX "payouts_of_order";--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_of_order" ON "payouts" USING btree ("order_id") WHERE "payouts"."kind" = 'order' and "payouts"."state" <> 'cancelled';--> statement-breakpoint
-- What the customer was shown never changes, the accounts to pay into included. Once decided, nothing changes, except
-- that the payout details of an erased user go, and that a decision is taken back within seconds by the transaction that says so.
create or replace function check_order_change() returns trigger language plpgsql as $$
declare
  taken_back constant boolean := coalesce(current_setting('landfall.takes_back', true), '') = old.id::text
    and new.version = old.version + 1 and new.decided_at is null and (
    (old.status in ('rejected', 'failed') and new.status in ('pending', 'processing')
      and old.decided_at > new.updated_at - interval '11 seconds')
    or (old.status = 'processing' and new.status = 'pending'));
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
  if old.status in ('completed', 'rejected', 'failed') and not taken_back
    and (new.status, new.version, new.transaction_hash, new.proof_at, new.admin_notes, new.admin_transaction_id, new.decided_at)
      is distinct from
        (old.status, old.version, old.transaction_hash, old.proof_at, old.admin_notes, old.admin_transaction_id, old.decided_at)
  then
    raise exception 'a decided order never changes' using errcode = 'restrict_violation';
  end if;
  if new.status in ('processing', 'completed') and new.proof_at is null then
    raise exception 'an order without proof is not carried out' using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status and not taken_back and not (
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
-- Statistics by day: a decision that is taken back is counted off again.
create or replace function record_order_day_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_day_changes (day, kind, key, orders, value_usd)
    values ((new.created_at at time zone 'UTC')::date, 'status', new.status, 1, new.value_usd);
  elsif new.status <> old.status then
    insert into order_day_changes (day, kind, key, orders, value_usd)
    values ((new.created_at at time zone 'UTC')::date, 'status', old.status, -1, -new.value_usd),
      ((new.created_at at time zone 'UTC')::date, 'status', new.status, 1, new.value_usd);
    if old.status in ('rejected', 'failed') then
      insert into order_day_changes (day, kind, key, orders, value_usd, amount, fee)
      values ((old.decided_at at time zone 'UTC')::date, 'decided', old.status, -1, -old.value_usd, 0, 0);
    end if;
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
