ALTER TABLE "order_amendments" DROP CONSTRAINT "order_amendments_kind";--> statement-breakpoint
ALTER TABLE "order_amendments" DROP CONSTRAINT "order_amendments_transaction_id";--> statement-breakpoint
ALTER TABLE "order_amendments" ADD CONSTRAINT "order_amendments_kind" CHECK ("order_amendments"."kind" in ('note', 'evidence', 'screenshot', 'reversal', 'money_back'));--> statement-breakpoint
ALTER TABLE "order_amendments" ADD CONSTRAINT "order_amendments_transaction_id" CHECK (("order_amendments"."kind" in ('evidence', 'reversal', 'money_back')) = ("order_amendments"."transaction_id" is not null));
--> statement-breakpoint
-- A payout keeps its amount, but for one whose coins a reorganisation took: it is settled anew while it is held.
drop trigger payouts_check_state on payouts;
--> statement-breakpoint
create trigger payouts_check_state before update on payouts for each row execute function check_state_move('{"due":["batched","held","sent","cancelled"],"held":["due","cancelled"],"batched":["released","due","held"],"released":["sent","held"],"sent":["settled","returned","reversed"],"settled":["sent","returned","reversed"],"returned":["due","reversed","sent","settled"],"reversed":[],"cancelled":[]}', '{id,order_id,kind,seq,currency,created_at}');
--> statement-breakpoint
create function keep_payout_amount() returns trigger language plpgsql as $$
begin
  if not (old.state = 'held' and new.state = 'held' and old.kind = 'order' and old.reason = 'reorganised') then
    raise exception 'a payout keeps its amount' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger payouts_keep_amount before update of amount on payouts for each row
  when (new.amount <> old.amount) execute function keep_payout_amount();
