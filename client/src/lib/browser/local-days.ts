type Days = { from?: string | undefined; to?: string | undefined };

/** Returns the instants at which the reader's first day begins and the last one ends. */
export const localDays = ({ from, to }: Days): Days => ({ from: from && startOf(from, 0), to: to && startOf(to, 1) });

/** A text that is no day stays unchanged, for the server to refuse. */
function startOf(day: string, daysLater: number): string {
  const midnight = new Date(`${day}T00:00:00`); // without a zone: local
  if (Number.isNaN(midnight.getTime())) return day;
  midnight.setDate(midnight.getDate() + daysLater);
  return midnight.toISOString();
}
