ALTER TABLE "payout_files" ADD COLUMN "signature" "bytea";--> statement-breakpoint
ALTER TABLE "payout_profiles" ADD COLUMN "signature" "bytea";--> statement-breakpoint
-- Hand-written from here on. A file is written when its batch is made, and anew while that is prepared; then it stays. Only its
-- signature is made again, when the key changes.
create function keep_payout_file() returns trigger language plpgsql as $$
begin
  if (new.batch_id, new.bytes, new.sha256, new.file_name) is distinct from (old.batch_id, old.bytes, old.sha256, old.file_name)
    and not exists (select from payout_batches b where b.id = old.batch_id and new.batch_id = old.batch_id and b.state = 'prepared') then
    raise exception 'payout_files is append only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
drop trigger payout_files_append_only on payout_files;
--> statement-breakpoint
create trigger payout_files_append_only before delete on payout_files for each row execute function reject_change();
--> statement-breakpoint
create trigger payout_files_keep before update on payout_files for each row execute function keep_payout_file();
