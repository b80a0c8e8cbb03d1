ALTER TABLE "approvals" DROP CONSTRAINT "approvals_kind";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erase_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "team_members" ADD COLUMN "approves_from" timestamp with time zone DEFAULT now() + interval '24 hours' NOT NULL;--> statement-breakpoint
ALTER TABLE "deposit_address_stops" ADD COLUMN "is_confirmed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "users_erased_soon" ON "users" USING btree ("erase_at") WHERE "users"."erase_at" is not null;--> statement-breakpoint
CREATE INDEX "approvals_of_invited" ON "approvals" USING btree (("facts" ->> 'invited')) WHERE "approvals"."kind" = 'team';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_erased_soon" CHECK ("users"."erase_at" is null or "users"."status" = 'blocked');--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_kind" CHECK ("approvals"."kind" in ('payout', 'warned_approval', 'address', 'rate', 'unblock', 'erase', 'settings', 'team'));--> statement-breakpoint
-- Who has been in the team for a day may approve now.
update team_members set approves_from = joined_at + interval '24 hours';
--> statement-breakpoint
-- A stop is final once it is confirmed; only a change of ENCRYPTION_KEY signs it again.
create or replace function keep_address_stop() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.is_confirmed then
      raise exception 'a confirmed stop is never removed' using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if (new.id, new.crypto_id, new.address, new.memo, new.reason, new.stopped_by, new.stopped_at)
     is distinct from (old.id, old.crypto_id, old.address, old.memo, old.reason, old.stopped_by, old.stopped_at)
     or (old.is_confirmed and not new.is_confirmed) then
    raise exception 'deposit_address_stops is append only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
drop trigger deposit_address_stops_append_only on deposit_address_stops;
--> statement-breakpoint
drop trigger deposit_address_stops_keep on deposit_address_stops;
--> statement-breakpoint
create trigger deposit_address_stops_keep before update or delete on deposit_address_stops for each row execute function keep_address_stop();
