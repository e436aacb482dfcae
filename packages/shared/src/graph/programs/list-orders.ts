export type Way = 'asc' | 'desc'

/**
 * The sort orders of the list of programs, with their default directions: counts and dates start with the greatest,
 * texts with the first (rule PROGRAM-10).
 */
export const programOrders = {
  name: 'asc',
  status: 'asc',
  phase: 'asc',
  role: 'asc',
  members: 'desc',
  changed: 'desc',
  begun: 'desc',
} as const satisfies Readonly<Record<string, Way>>
export type ProgramOrder = keyof typeof programOrders

/** The sort orders of the list of projects (rule PROJECT-13). */
export const projectOrders = {
  name: 'asc',
  program: 'asc',
  type: 'asc',
  phase: 'asc',
  status: 'asc',
  scenarios: 'desc',
  suspect: 'desc',
  risk: 'desc',
  lead: 'asc',
  changed: 'desc',
} as const satisfies Readonly<Record<string, Way>>
export type ProjectOrder = keyof typeof projectOrders

/** The names of a list's sort orders, for contracts and addresses. */
export function orderNames<O extends string>(orders: Readonly<Record<O, Way>>): [O, ...O[]] {
  return Object.keys(orders) as [O, ...O[]]
}
