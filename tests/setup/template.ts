/** The migrated database that test databases are cloned from. */
export const templateName = 'landfall_template';
/** The database after a first start, which the first file that needs it makes. */
export const startedName = 'landfall_started';

/** The address of another database on the same server. */
export function urlWithDatabase(serverUrl: string, database: string): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href;
}
