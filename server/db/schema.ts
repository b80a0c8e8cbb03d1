// Every table of the house, for drizzle-kit: one `export *` line for each features/<feature>/<feature>.tables.ts.
