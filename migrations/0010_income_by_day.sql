ALTER TABLE "order_day_changes" ADD COLUMN "amount" numeric(38, 18) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_day_changes" ADD COLUMN "fee" numeric(38, 18) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_days" ADD COLUMN "amount" numeric(38, 18) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_days" ADD COLUMN "fee" numeric(38, 18) DEFAULT '0' NOT NULL;
--> statement-breakpoint
create or replace function record_order_day_change() returns trigger language plpgsql as $$
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
create or replace function recount_order_days() returns void language sql as $$
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
-- Fees and amounts of what was decided before.
select recount_order_days();
