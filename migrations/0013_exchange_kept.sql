-- What the customer was shown never changes, the accounts to pay into included; once decided, nothing does, save that
-- a deleted person's bank details go.
create or replace function check_transaction_move() returns trigger language plpgsql as $$
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
create trigger payment_method_changes_append_only before update or delete on payment_method_changes for each row execute function refuse_change();
--> statement-breakpoint
create trigger payment_method_changes_no_truncate before truncate on payment_method_changes for each statement execute function refuse_change();
