import { expect as asked } from 'playwright/test';

/** As long as the busiest machine needs for anything: who waits for something that comes waits no longer for it. */
export const patienceMs = 90_000;

/** Page assertions may take as long as a busy machine needs. */
export const expect = asked.configure({ timeout: patienceMs });
