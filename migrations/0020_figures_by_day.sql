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
CREATE INDEX "transactions_paid" ON "transactions" USING btree ("decided_at","proof_at","created_at") WHERE "transactions"."status" = 'completed';--> statement-breakpoint
CREATE INDEX "chat_rooms_waiting" ON "chat_rooms" USING btree ("waiting_since") WHERE "chat_rooms"."waiting_since" is not null;--> statement-breakpoint
-- Every door that opens or moves an order comes through here, so the figures cannot be forgotten by one of them.
create function count_order() returns trigger language plpgsql as $$
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
create trigger transactions_counted after insert or update of status on transactions for each row execute function count_order();
--> statement-breakpoint
-- Counts the whole book anew: for orders that were there before the trigger, or came in past it.
create function recount_orders() returns void language sql as $$
  delete from order_day_changes;
  delete from order_day_medians;
  delete from order_days;
  insert into order_days (day, kind, key, orders, value_usd)
  select (created_at at time zone 'UTC')::date, 'status', status, count(*), sum(value_usd) from transactions group by 1, 3
  union all
  select (t.decided_at at time zone 'UTC')::date, k.kind, k.key, count(*), sum(t.value_usd)
  from transactions t cross join lateral (values ('decided', t.status),
    ('asset', coalesce(t.crypto_symbol, t.from_currency)), ('currency', t.payout_currency)) k(kind, key)
  where t.decided_at is not null and (k.kind = 'decided' or t.status = 'completed') group by 1, 2, 3
$$;
--> statement-breakpoint
select recount_orders();
