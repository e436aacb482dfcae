import type { ProgramRole } from '@carapace/shared/graph/members/membership'
import type { ProgramChoices } from '@carapace/shared/lifecycle/program/program-choices'
import { planProgram, type ProgramInput } from '@carapace/shared/graph/programs/programs'
import type { Person } from './build.ts'
import { workdayAt } from './calendar.ts'
import type { Recorded } from './record.ts'

/** A change of a program by a user; without a user: by its creator. */
export interface Lived {
  readonly day: number
  readonly by?: Person
  readonly change: ProgramInput
}

interface ProgramLifeInput {
  readonly name: string
  readonly description: string
  readonly begunDaysAgo: number
  readonly members: Partial<Record<Person, ProgramRole>>
  readonly choices: ProgramChoices
  readonly life: readonly Lived[]
}

type State = Parameters<typeof planProgram>[0]

interface Where {
  readonly uuid: string
  readonly people: ReadonlyMap<string, string>
  readonly now: Date
}

const noChoices: ProgramChoices = { propulsion_types: [], design_type: null, regulation_types: [], rating_types: [] }

/**
 * A program from its creation to its current state: the result of its changes, its revision, and the entries in the
 * audit log (rules PROGRAM-1, PROGRAM-3 to PROGRAM-7, MEMBER-7).
 */
export function programLife(
  { uuid, people, now }: Where,
  { name, description, begunDaysAgo, members, choices, life }: ProgramLifeInput,
): { state: State; revision: number; done: Recorded[] } {
  const [[lead], ...others] = Object.entries(members) as [[Person, ProgramRole], ...[Person, ProgramRole][]]
  const done: Recorded[] = []
  const note = (day: number, by: Person, action: string, after: object, before?: object) =>
    done.push({
      at: workdayAt(now, day, done.length),
      by,
      action,
      subject: 'program',
      subjectUuid: uuid,
      after,
      ...(before && { before }),
    })
  note(begunDaysAgo, lead, 'begin program', { name, description })
  for (const [person, role] of others)
    note(begunDaysAgo, lead, 'change program members', { user: people.get(person)!, role })
  note(begunDaysAgo - 1, lead, 'configure program', choices, noChoices)
  let state: State = {
    name,
    description,
    status: 'CREATED',
    currentPhase: 'CONCEPT',
    phaseStatuses: { CONCEPT: 'CREATED' },
  }
  for (const { day, by = lead, change: ask } of life) {
    const set = planProgram(state, ask)
    note(day, by, 'change program', set, state)
    state = { ...state, ...set }
  }
  return { state, revision: 2 + life.length, done }
}
