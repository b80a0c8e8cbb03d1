/** The migrated database that test databases are cloned from. */
export const templateName = 'landfall_template';
/** The same after a first start, which the first file that needs it makes. */
export const startedName = 'landfall_started';

/** The same server, another database. */
export function urlWithDatabase(serverUrl: string, database: string): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href;
}
