ALTER TABLE "address_leases" ADD COLUMN "is_payer" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "deposit_addresses" ADD COLUMN "rests_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deposit_addresses" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
-- A mark among the stored files, or a look at the chain, is noted beside an address; all else of it stays as it is.
drop trigger deposit_addresses_keep on deposit_addresses;
--> statement-breakpoint
create trigger deposit_addresses_keep before update on deposit_addresses for each row
  execute function keep_columns('paid_at', 'signature', 'rests_until', 'checked_at');
--> statement-breakpoint
-- Who was a payer when a lease began: nobody knew it then, so the leases there are take it from what was decided before.
drop trigger address_leases_keep on address_leases;
--> statement-breakpoint
update address_leases l set is_payer = true
where exists (select from kyc_requests k where k.user_id = l.user_id and k.status = 'approved' and k.reviewed_at <= l.leased_at)
  or exists (select from orders o where o.user_id = l.user_id and o.status = 'completed' and o.decided_at <= l.leased_at);
--> statement-breakpoint
create trigger address_leases_keep before update on address_leases for each row
  execute function keep_columns('ended_at', 'watched_until');
