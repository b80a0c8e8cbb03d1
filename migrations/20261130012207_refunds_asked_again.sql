ALTER TABLE "refunds" ADD COLUMN "asked_again_at" timestamp with time zone;--> statement-breakpoint
drop trigger refunds_keep on refunds;
--> statement-breakpoint
create trigger refunds_keep before update on refunds for each row
  execute function keep_columns('network_fee', 'address', 'tag', 'address_set_at', 'state', 'tx_hash', 'version', 'reason',
    'approved_by', 'approved_at', 'sent_by', 'sent_at', 'confirmed_at', 'cancelled_by', 'cancelled_at', 'signature',
    'finding', 'seen_height', 'searched_height', 'asked_again_at');
