-- The last guard behind the services: what these refuse cannot be stored on any request path.
-- These two keys point at tables of features that stand below, so the table files cannot name them.
alter table files add constraint files_order foreign key (order_id) references orders (id);
--> statement-breakpoint
alter table orders add constraint orders_quote_id_sell_quotes_id_fk foreign key (quote_id) references sell_quotes (id);
--> statement-breakpoint
create trigger audit_log_append_only before update or delete on audit_log for each row execute function reject_change();
--> statement-breakpoint
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function reject_change();
--> statement-breakpoint
create trigger audit_checkpoints_append_only before update or delete on audit_checkpoints for each row execute function reject_change();
--> statement-breakpoint
create trigger audit_checkpoints_no_truncate before truncate on audit_checkpoints for each statement execute function reject_change();
--> statement-breakpoint
create trigger order_events_append_only before update or delete on order_events for each row execute function reject_change();
--> statement-breakpoint
create trigger order_events_no_truncate before truncate on order_events for each statement execute function reject_change();
--> statement-breakpoint
create trigger payment_method_changes_append_only before update or delete on payment_method_changes for each row execute function reject_change();
--> statement-breakpoint
create trigger payment_method_changes_no_truncate before truncate on payment_method_changes for each statement execute function reject_change();
--> statement-breakpoint
create trigger deposit_wallet_changes_check_change before update on deposit_wallet_changes for each row execute function check_deposit_wallet_change();
--> statement-breakpoint
create trigger deposit_wallet_changes_append_only before delete on deposit_wallet_changes for each row execute function reject_change();
--> statement-breakpoint
create trigger deposit_wallet_changes_no_truncate before truncate on deposit_wallet_changes for each statement execute function reject_change();
--> statement-breakpoint
create trigger orders_check_change before update on orders for each row execute function check_order_change();
--> statement-breakpoint
create trigger orders_no_delete before delete on orders for each row execute function reject_order_delete();
--> statement-breakpoint
create trigger orders_count_days after insert or update of status on orders for each row execute function record_order_day_change();
--> statement-breakpoint
create trigger sell_quotes_check_change before update on sell_quotes for each row execute function check_sell_quote_change();
