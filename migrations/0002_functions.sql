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
-- A requested change of a deposit address stays as it was requested: it is applied or cancelled, once, and never removed.
create function check_deposit_wallet_change() returns trigger language plpgsql as $$
begin
  if (new.id, new.crypto_id, new.from_address, new.from_memo, new.from_version, new.to_address, new.to_memo, new.changed_by,
      new.changed_at, new.live_at, new.signature)
    is distinct from (old.id, old.crypto_id, old.from_address, old.from_memo, old.from_version, old.to_address, old.to_memo,
      old.changed_by, old.changed_at, old.live_at, old.signature)
    or old.applied_at is not null or old.cancelled_at is not null
  then
    raise exception 'deposit_wallet_changes is append only' using errcode = 'restrict_violation';
  end if;
  return new;
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
    insert into order_day_changes (day, kind, key, orders, value_usd)
    select (new.decided_at at time zone 'UTC')::date, k.kind, k.key, 1, new.value_usd
    from (values ('decided', new.status), ('asset', coalesce(new.crypto_symbol, new.from_currency)),
      ('currency', new.payout_currency)) k(kind, key)
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
  insert into order_days (day, kind, key, orders, value_usd)
  select (created_at at time zone 'UTC')::date, 'status', status, count(*), sum(value_usd) from orders group by 1, 3
  union all
  select (o.decided_at at time zone 'UTC')::date, k.kind, k.key, count(*), sum(o.value_usd)
  from orders o cross join lateral (values ('decided', o.status),
    ('asset', coalesce(o.crypto_symbol, o.from_currency)), ('currency', o.payout_currency)) k(kind, key)
  where o.decided_at is not null and (k.kind = 'decided' or o.status = 'completed') group by 1, 2, 3
$$;
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
