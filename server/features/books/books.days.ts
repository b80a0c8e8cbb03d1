/** The day on which an entry is in the books: a late one on the first of its month, as its own day is closed. */
export function bookedDay({ at, bookedIn, late }: { at: string; bookedIn: string; late: boolean }): string {
  return late ? `${bookedIn}-01` : at.slice(0, 10);
}
