import type { FileLinks } from './files.access.ts';

/** Ports that `files` provides to the features below it; made in compose.ts. */
export type FilesPorts = {
  fileLinks: FileLinks;
};
