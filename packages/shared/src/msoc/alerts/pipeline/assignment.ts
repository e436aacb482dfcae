import { z } from 'zod'
import { isOnShift, Shift } from './shift.ts'

/** How an assignment chooses among its members: each in turn, or the one with the fewest open alerts. */
export const assignmentMethods = ['round_robin', 'fewest_open'] as const
export type AssignmentMethod = (typeof assignmentMethods)[number]

/** To whom a step assigns alerts. The alerts that need a skill, or are of a program, are chosen by its matchers. */
export const Assignment = z.object({
  method: z.enum(assignmentMethods),
  /** Users by uuid, in the order of their turns. */
  members: z.array(z.uuid()).min(1).max(50),
  /** Null: at any time. */
  shift: Shift.nullable(),
})
export type Assignment = z.infer<typeof Assignment>

/**
 * The member to whom an assignment gives the next alert; undefined if it is not its shift, or nobody can take it (rules
 * ALERT-PIPELINE-12, ALERT-PIPELINE-13). `openAlerts`: the number of open alerts of each user who can own alerts, by
 * uuid. `last`: the member whose turn was last.
 */
export function nextMember(
  { method, members, shift }: Assignment,
  openAlerts: ReadonlyMap<string, number>,
  last: string | undefined,
  now: Date,
): string | undefined {
  if (shift !== null && !isOnShift(shift, now)) return undefined
  const after = last === undefined ? 0 : members.indexOf(last) + 1
  const inTurn = [...members.slice(after), ...members.slice(0, after)].filter((uuid) => openAlerts.has(uuid))
  if (method === 'round_robin') return inTurn[0]
  return inTurn.reduce<string | undefined>(
    (best, uuid) => (best === undefined || openAlerts.get(uuid)! < openAlerts.get(best)! ? uuid : best),
    undefined,
  )
}
