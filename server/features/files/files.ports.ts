import type { FileLinks } from './files.access.ts';

/** What `files` provides to the features below it; made in compose.ts. */
export type FilesPorts = {
  fileLinks: FileLinks;
};
