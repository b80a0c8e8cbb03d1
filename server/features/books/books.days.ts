/**
 * Returns the day on which an entry is booked: its own, or the first of its month for a late entry whose day is
 * closed.
 */
export function bookedDay({ at, bookedIn, late }: { at: string; bookedIn: string; late: boolean }): string {
  return late ? `${bookedIn}-01` : at.slice(0, 10);
}
