ALTER TABLE "refunds" ADD COLUMN "finding" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "seen_height" integer;
--> statement-breakpoint
drop trigger refunds_keep on refunds;
--> statement-breakpoint
create trigger refunds_keep before update on refunds for each row
  execute function keep_columns('network_fee', 'address', 'tag', 'address_set_at', 'state', 'tx_hash', 'version', 'reason',
    'approved_by', 'approved_at', 'sent_by', 'sent_at', 'confirmed_at', 'cancelled_by', 'cancelled_at', 'signature',
    'finding', 'seen_height');
--> statement-breakpoint
ALTER TABLE "approvals" DROP CONSTRAINT "approvals_kind";--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_kind" CHECK ("approvals"."kind" in ('payout', 'warned_approval', 'address', 'rate', 'unblock', 'erase', 'settings', 'team', 'refund'));
