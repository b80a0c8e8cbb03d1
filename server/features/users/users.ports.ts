import type { PersonalDataRegistry } from './users.service.ts';

/** What `users` provides to the features below it; made in compose.ts. */
export type UsersPorts = {
  /** What the features below `users` store of a user. */
  personalData: PersonalDataRegistry;
};
