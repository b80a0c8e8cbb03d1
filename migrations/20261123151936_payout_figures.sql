CREATE INDEX "payouts_extra" ON "payouts" USING btree ("currency") WHERE "payouts"."kind" = 'extra';--> statement-breakpoint
-- Adds an order to the statistics of its day, whatever statement opened or moved it; paid is what its settlement says.
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
    from (select 1) one left join order_settlements s on s.order_id = new.id and s.voided_at is null
    cross join lateral (values ('decided', new.status, 0, 0),
      ('asset', coalesce(new.crypto_symbol, new.from_currency), coalesce(s.paid_for, new.amount), 0),
      ('currency', new.payout_currency, coalesce(s.net, new.payout_amount), coalesce(s.fee, new.fee_amount)))
      k(kind, key, amount, fee)
    where k.kind = 'decided' or new.status = 'completed';
  end if;
  return null;
end $$;
--> statement-breakpoint
-- Takes a reversed order off on the day of its first reversal.
create function record_reversal() returns trigger language plpgsql as $$
begin
  if exists (select from order_amendments a where a.order_id = new.order_id and a.kind = 'reversal' and a.id < new.id) then
    return null;
  end if;
  insert into order_day_changes (day, kind, key, orders, value_usd, amount, fee)
  select (new.at at time zone 'UTC')::date, k.kind, k.key, -1, -o.value_usd, -k.amount, -k.fee
  from orders o left join order_settlements s on s.order_id = o.id and s.voided_at is null
  cross join lateral (values ('reversed', 'completed', 0, 0),
    ('asset', coalesce(o.crypto_symbol, o.from_currency), coalesce(s.paid_for, o.amount), 0),
    ('currency', o.payout_currency, coalesce(s.net, o.payout_amount), coalesce(s.fee, o.fee_amount)))
    k(kind, key, amount, fee)
  where o.id = new.order_id and o.status = 'completed';
  return null;
end $$;
--> statement-breakpoint
create trigger order_amendments_record_reversal after insert on order_amendments for each row
  when (new.kind = 'reversal') execute function record_reversal();
--> statement-breakpoint
-- Computes the statistics of all days again: for orders that came in without the trigger, such as a restored backup.
create or replace function recount_order_days() returns void language sql as $$
  delete from order_day_changes;
  delete from order_day_medians;
  delete from order_days;
  with ended as (
    select o.*, coalesce(s.paid_for, o.amount) as given, coalesce(s.net, o.payout_amount) as paid,
      coalesce(s.fee, o.fee_amount) as earned,
      (select min(a.at) from order_amendments a where a.order_id = o.id and a.kind = 'reversal') as reversed_at
    from orders o left join order_settlements s on s.order_id = o.id and s.voided_at is null
    where o.decided_at is not null)
  insert into order_days (day, kind, key, orders, value_usd, amount, fee)
  select day, kind, key, sum(orders), sum(value_usd), sum(amount), sum(fee) from (
    select (created_at at time zone 'UTC')::date as day, 'status' as kind, status as key, 1 as orders, value_usd,
      0::numeric as amount, 0::numeric as fee from orders
    union all
    select (m.at at time zone 'UTC')::date, k.kind, k.key, m.sign, m.sign * e.value_usd, m.sign * k.amount, m.sign * k.fee
    from ended e cross join lateral (values (1, e.decided_at, 'decided', e.status), (-1, e.reversed_at, 'reversed', 'completed'))
      m(sign, at, kind, key)
    cross join lateral (values (m.kind, m.key, 0, 0), ('asset', coalesce(e.crypto_symbol, e.from_currency), e.given, 0),
      ('currency', e.payout_currency, e.paid, e.earned)) k(kind, key, amount, fee)
    where m.at is not null and (e.status = 'completed' or k.kind = 'decided')) f
  group by day, kind, key
$$;
--> statement-breakpoint
select recount_order_days();
