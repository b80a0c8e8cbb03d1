-- The last guard behind the services: what these refuse cannot be stored through any door.
alter table files add constraint files_transaction foreign key (transaction_id) references transactions (id);
--> statement-breakpoint
alter table transactions add constraint transactions_quote_of foreign key (quote_id) references sell_quotes (id);
--> statement-breakpoint
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change();
--> statement-breakpoint
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_change();
--> statement-breakpoint
create trigger audit_seals_append_only before update or delete on audit_seals for each row execute function refuse_change();
--> statement-breakpoint
create trigger audit_seals_no_truncate before truncate on audit_seals for each statement execute function refuse_change();
--> statement-breakpoint
create trigger transaction_events_append_only before update or delete on transaction_events for each row execute function refuse_change();
--> statement-breakpoint
create trigger transaction_events_no_truncate before truncate on transaction_events for each statement execute function refuse_change();
--> statement-breakpoint
-- The same moves as shared/transactions/transactions.lifecycle.ts; a test holds the two together.
create function check_transaction_move() returns trigger language plpgsql as $$
begin
  if new.status = old.status then
    if old.status in ('completed', 'rejected', 'failed')
      and (new.payout_amount, new.amount, new.rate, new.payout_currency) is distinct from (old.payout_amount, old.amount, old.rate, old.payout_currency)
    then
      raise exception 'a decided order keeps its figures' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if not (
    (old.status = 'pending' and new.status in ('processing', 'completed', 'rejected', 'failed'))
    or (old.status = 'processing' and new.status in ('completed', 'rejected', 'failed'))
  ) then
    raise exception 'an order cannot move from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger transactions_move before update on transactions for each row execute function check_transaction_move();
--> statement-breakpoint
create function refuse_order_delete() returns trigger language plpgsql as $$
begin
  raise exception 'orders are never deleted' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger transactions_kept before delete on transactions for each row execute function refuse_order_delete();
