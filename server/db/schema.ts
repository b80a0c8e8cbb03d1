// Every table of the house, for drizzle-kit: one `export *` line for each features/<feature>/<feature>.tables.ts.
export * from '#server/features/audit/audit.tables.ts';
export * from '#server/features/settings/settings.tables.ts';
export * from '#server/features/users/users.tables.ts';
export * from '#server/features/files/files.tables.ts';
export * from '#server/features/mail/mail.tables.ts';
export * from '#server/features/auth/auth.tables.ts';
export * from '#server/features/kyc/kyc.tables.ts';
export * from '#server/features/rates/rates.tables.ts';
export * from '#server/features/wallets/wallets.tables.ts';
export * from '#server/features/payment-methods/payment-methods.tables.ts';
export * from '#server/features/payout-accounts/payout-accounts.tables.ts';
export * from '#server/features/transactions/transactions.tables.ts';
export * from '#server/features/sell/sell.tables.ts';
export * from '#server/features/fiat-exchange/fiat-exchange.tables.ts';
export * from '#server/features/chat/chat.tables.ts';
export * from '#server/http/idempotency.tables.ts';
export * from '#server/http/limits.tables.ts';
