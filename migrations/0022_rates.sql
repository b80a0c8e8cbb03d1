ALTER TABLE "approvals" DROP CONSTRAINT "approvals_void_reason";--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "params" jsonb;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_void_reason" CHECK ("approvals"."void_reason" in ('asked_again', 'withdrawn', 'changed', 'erased', 'customer_blocked', 'asker_left', 'asker_role'));