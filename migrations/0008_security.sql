ALTER TABLE "registrations" DROP CONSTRAINT "registrations_whole";--> statement-breakpoint
DROP INDEX "one_time_codes_open";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "signature" "bytea";--> statement-breakpoint
ALTER TABLE "sell_quotes" ADD COLUMN "signature" "bytea";--> statement-breakpoint
ALTER TABLE "agent_requests" ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_codes_open" ON "one_time_codes" USING btree ("subject","purpose") WHERE "one_time_codes"."ended_at" is null and "one_time_codes"."purpose" <> 'reset_password';--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_whole" CHECK ("registrations"."profile" is null or "registrations"."password_hash" is not null);--> statement-breakpoint
-- The payee of an order stays as it was given, until the personal data of an erased customer goes.
create function check_order_payee() returns trigger language plpgsql as $$
begin
  if new.payment_details is not null and new.payment_details is distinct from old.payment_details then
    raise exception 'an order keeps its payee' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger orders_check_payee before update on orders for each row execute function check_order_payee();
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
create trigger sell_quotes_check_delete before delete on sell_quotes for each row execute function check_sell_quote_delete();
