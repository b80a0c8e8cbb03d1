ALTER TABLE "payout_accounts" ADD COLUMN "iban" text;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD COLUMN "bic" text;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD COLUMN "bank_code" text;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD COLUMN "country" text;