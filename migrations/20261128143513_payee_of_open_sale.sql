-- An order keeps its payee. An open sale at an own address may get another one from its customer while nothing is approved:
-- coins that came for it have no other order to go to.
create or replace function check_order_payee() returns trigger language plpgsql as $$
begin
  if new.payment_details is not null and new.payment_details is distinct from old.payment_details
    and not (old.status in ('pending', 'processing') and new.status = old.status and new.stage = old.stage
      and old.stage in ('confirming', 'short', 'question', 'confirmed') and new.version > old.version
      and not exists (select from payouts p where p.order_id = old.id and p.state <> 'cancelled'))
  then
    raise exception 'an order keeps its payee' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
