import type { ProgramRole } from '../members/membership.ts'
import type { LifecycleStatus, Phase } from './phases.ts'

/** An organisation has at most so many programs, and a program so many members (rules PROGRAM-8, MEMBER-6). */
export const mostPrograms = 1_000
export const mostMembers = 200

/** What can be changed of a program. */
interface ProgramState {
  readonly name: string
  readonly description: string
  readonly status: LifecycleStatus
  readonly currentPhase: Phase
  /** Of the phases that were begun. */
  readonly phaseStatuses: Readonly<Partial<Record<Phase, LifecycleStatus>>>
}

/** What is asked of a program. A status with a phase is the phase's. */
export interface ProgramInput {
  readonly name?: string
  readonly description?: string
  readonly status?: LifecycleStatus
  readonly phase?: Phase | undefined
  readonly currentPhase?: Phase
}

/** What of a program changes by what is asked; nothing where all is so already (rules PROGRAM-3 to PROGRAM-5). */
export function planProgram(before: ProgramState, { phase, status, ...changes }: ProgramInput): Partial<ProgramState> {
  const wanted: Partial<ProgramState> = {
    ...changes,
    ...(phase === undefined
      ? status && { status }
      : status && { phaseStatuses: { ...before.phaseStatuses, [phase]: status } }),
    ...(changes.currentPhase &&
      !before.phaseStatuses[changes.currentPhase] && {
        phaseStatuses: { ...before.phaseStatuses, [changes.currentPhase]: 'CREATED' },
      }),
  }
  return Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => !isSame(value, before[key as keyof ProgramState])),
  )
}

function isSame(a: ProgramState[keyof ProgramState], b: ProgramState[keyof ProgramState]): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b
  const phases = Object.keys({ ...a, ...b }) as Phase[]
  return phases.every((phase) => a[phase] === b[phase])
}

/**
 * Why a program's members may not become these: whoever is in it answers to a lead (rule MEMBER-4). One whose leads
 * were all deactivated has nobody to lose, and takes any change.
 */
export function whyNotMembers(before: readonly ProgramRole[], after: readonly ProgramRole[]): string | undefined {
  const isLed = (members: readonly ProgramRole[]) => members.length === 0 || members.includes('LEAD')
  if (isLed(after) || !isLed(before)) return undefined
  return before.length === 0
    ? 'The first member of a program is its lead.'
    : 'A program keeps at least one lead. Make somebody else a lead first.'
}
