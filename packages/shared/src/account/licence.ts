/** Days left of a licence without an end date: far above every threshold. */
const unlimitedDays = 36_500

/** Days left of a licence, including the current day; 0 or less: expired. Without an end date: about a century. */
export function daysLeft(until: Date | null, now: Date): number {
  return until === null ? unlimitedDays : Math.ceil((until.getTime() - now.getTime()) / 86_400_000)
}
