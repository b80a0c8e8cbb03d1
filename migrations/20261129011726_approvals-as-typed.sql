-- jsonb sorts what was typed in, so that a second member agreed to lines of an account in another order than was asked for.
ALTER TABLE "approvals" ALTER COLUMN "input" SET DATA TYPE json;
