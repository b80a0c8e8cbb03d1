-- A day that was added up before has no balances: it is added up again the next night.
DELETE FROM "book_days";--> statement-breakpoint
ALTER TABLE "book_days" ADD COLUMN "balances" jsonb NOT NULL;
