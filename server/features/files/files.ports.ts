import type { FileLinks } from './files.links.ts';

/** What `files` provides to the features below it; made in compose.ts. */
export type FilesPorts = {
  fileLinks: FileLinks;
};
