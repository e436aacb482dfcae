import { Method } from '@carapace/shared/lifecycle/methods/method'
import { whyNotMethod } from '@carapace/shared/lifecycle/methods/method-check'

/** A level of a factor or a metric: its label and its value. */
export type Level = Method['potential']['factors']['time']['levels'][number]

/** Minimum and maximum number of levels in a list. */
export const fewestLevels = 2
export const mostLevels = 10

/** The table with another value in one of its cells. */
export function withCell<
  T extends Readonly<Record<string, object>>,
  R extends keyof T & string,
  C extends keyof T[R] & string,
>(table: T, row: R, column: C, value: T[R][C]): T {
  return { ...table, [row]: { ...table[row], [column]: value } }
}

/**
 * The levels with a new one after index `at`, with the same value. Its key is new: rated efforts refer to levels by
 * their keys.
 */
export function inserted(levels: readonly Level[], at: number): Level[] {
  const taken = new Set(levels.map(({ key }) => key))
  const number = Array.from({ length: levels.length + 1 }, (_, i) => i + 1).find((n) => !taken.has(`level-${n}`))!
  return levels.toSpliced(at + 1, 0, { key: `level-${number}`, label: '', value: levels[at]!.value })
}

/** Why a method may not be stored with this input, by position; empty if it may (rules METHOD-1, METHOD-UI-2). */
export function problemsOf(content: Method): Readonly<Record<string, string>> {
  const { success, error } = Method.safeParse(content)
  return success
    ? whyNotMethod(content)
    : Object.fromEntries(error.issues.map(({ path }) => [path.join('.'), missing(path)]))
}

function missing(path: readonly PropertyKey[]): string {
  return path.at(-1) === 'label'
    ? 'Each level has a name of at most 80 characters.'
    : 'A figure is missing, or out of bounds.'
}
