ALTER TABLE "statements" ADD COLUMN "gap_reason" text;--> statement-breakpoint
-- Texts of the bank were copied into the notes of returned payouts and into the audit log: they name third persons. A return
-- by a line without a reason has no note of its own; a text beside the log is a copy where it equals that of the line.
update payout_attempts a set returned = a.returned || '{"note": null}'
from line_matches m
where m.attempt_id = a.id and m.role = 'returned' and m.undone_at is null and m.reason is null
  and a.returned ->> 'note' is not null;--> statement-breakpoint
delete from audit_texts x using audit_log g, line_matches m, statement_lines l
where g.action = 'payout.returned' and g.details -> 'reason' ->> 'textId' = x.id::text
  and g.subject_type = 'payout' and g.subject_id = m.payout_id::text
  and m.role = 'returned' and m.reason is null and l.id = m.line_id and l.text = x.text;--> statement-breakpoint
-- As much of a text as is read of a new file.
update statement_lines set text = left(text, 2000), counterparty_name = left(counterparty_name, 2000),
  counterparty_account = left(counterparty_account, 2000), end_to_end_id = left(end_to_end_id, 2000)
where length(text) > 2000 or length(counterparty_name) > 2000 or length(counterparty_account) > 2000
  or length(end_to_end_id) > 2000;
