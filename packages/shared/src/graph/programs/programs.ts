import type { ProgramRole } from '../members/membership.ts'
import type { ArtefactStatus } from '../artefacts/statuses.ts'
import type { Phase } from './phases.ts'

/** Maximum number of programs of an organisation, and of members of a program (rules PROGRAM-8, MEMBER-6). */
export const mostPrograms = 1_000
export const mostMembers = 200

/** The part of a program that can be changed. */
interface ProgramState {
  readonly name: string
  readonly description: string
  readonly status: ArtefactStatus
  readonly currentPhase: Phase
  /** The status of each phase that was begun. */
  readonly phaseStatuses: Readonly<Partial<Record<Phase, ArtefactStatus>>>
}

/** The requested changes of a program. A status together with a phase is the status of that phase. */
export interface ProgramInput {
  readonly name?: string
  readonly description?: string
  readonly status?: ArtefactStatus
  readonly phase?: Phase | undefined
  readonly currentPhase?: Phase
}

/** The effective changes of a program; empty: all values are the same already (rules PROGRAM-3 to PROGRAM-5). */
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
 * Why the members of a program may not become these; undefined: they may. A program with members needs a lead (rule
 * MEMBER-4). A program whose leads were all deactivated has no lead to lose, and accepts any change.
 */
export function whyNotMembers(before: readonly ProgramRole[], after: readonly ProgramRole[]): string | undefined {
  const isLed = (members: readonly ProgramRole[]) => members.length === 0 || members.includes('LEAD')
  if (isLed(after) || !isLed(before)) return undefined
  return before.length === 0
    ? 'The first member of a program is its lead.'
    : 'A program keeps at least one lead. Make another member a lead first.'
}
