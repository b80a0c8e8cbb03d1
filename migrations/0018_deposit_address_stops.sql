CREATE TABLE "deposit_address_stops" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"crypto_id" text NOT NULL,
	"address" text NOT NULL,
	"memo" text NOT NULL,
	"reason" text NOT NULL,
	"stopped_by" uuid NOT NULL,
	"stopped_at" timestamp with time zone NOT NULL,
	"signature" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deposit_address_stops" ADD CONSTRAINT "deposit_address_stops_crypto_id_crypto_assets_id_fk" FOREIGN KEY ("crypto_id") REFERENCES "public"."crypto_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_address_stops_address" ON "deposit_address_stops" USING btree ("address","memo");
--> statement-breakpoint
-- A stop is final; only a change of ENCRYPTION_KEY signs it again.
create function keep_address_stop() returns trigger language plpgsql as $$
begin
  if (new.id, new.crypto_id, new.address, new.memo, new.reason, new.stopped_by, new.stopped_at)
     is distinct from (old.id, old.crypto_id, old.address, old.memo, old.reason, old.stopped_by, old.stopped_at) then
    raise exception 'deposit_address_stops is append only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger deposit_address_stops_keep before update on deposit_address_stops for each row execute function keep_address_stop();
--> statement-breakpoint
create trigger deposit_address_stops_append_only before delete on deposit_address_stops for each row execute function reject_change();
