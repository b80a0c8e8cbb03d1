import { expect as asked } from 'playwright/test';

/** Page assertions may take as long as a busy machine needs; a product time limit is part of its own assertion. */
export const expect = asked.configure({ timeout: 30_000 });
