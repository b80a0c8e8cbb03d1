import type { WithInstallation } from '#server/installation/installation.ts';

/** The port of a process that serves no restored copy. */
export const noCopy: WithInstallation['installation'] = { copy: undefined, check: () => Promise.resolve() };
