/** A licence without an end: far enough that no threshold is near it. */
const unlimitedDays = 36_500

/** Whole days left of a licence, the begun one counting; 0 or less: expired. No end is as good as a century. */
export function daysLeft(until: Date | null, now: Date): number {
  return until === null ? unlimitedDays : Math.ceil((until.getTime() - now.getTime()) / 86_400_000)
}
