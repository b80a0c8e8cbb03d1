import { expect as asked } from 'playwright/test';

/** The time that the slowest machine needs for any step: a faster machine does not wait longer. */
export const patienceMs = 90_000;

/** Page assertions may take as long as a busy machine needs. */
export const expect = asked.configure({ timeout: patienceMs });
