import { expect as asked } from 'playwright/test';

/** What a page is asked to show may take as long as a busy machine needs; a figure of the product is said where it is asked. */
export const expect = asked.configure({ timeout: 20_000 });
