import { planProject } from '@carapace/shared/graph/programs/projects'
import { workdayAt } from './calendar.ts'
import { type DemoProject, milestoneOf } from './demo-content.ts'
import { phasesLived } from './phases-lived.ts'
import type { Recorded } from './record.ts'

interface Where {
  readonly programUuid: string
  readonly people: ReadonlyMap<string, string>
  readonly now: Date
}

/**
 * A project from its creation to its current state: the actions on it, and how often it changed (rules PROJECT-2,
 * PROJECT-3, PROJECT-6).
 */
export function projectLife(
  { programUuid, people, now }: Where,
  project: DemoProject,
  uuid: string,
  place: number,
): Recorded[] {
  const { name, type, description, lead, day, milestone: _milestone, ...reached } = project
  const of = { program_uuid: programUuid }
  const begun = {
    name,
    type,
    description,
    leadUuid: people.get(lead)!,
    ...milestoneOf(project),
    currentPhase: 'CONCEPT' as const,
    phaseStatuses: { CONCEPT: 'CREATED' as const },
  }
  const done: Recorded[] = [
    {
      at: workdayAt(now, day, place),
      by: 'Jonas Lind',
      action: 'begin project',
      subject: 'project',
      subjectUuid: uuid,
      after: { ...begun, ...of },
    },
  ]
  let state: Parameters<typeof planProject>[0] = begun
  const changes = phasesLived(reached)
  const last = Math.min(day, 3 + place)
  for (const [i, change] of changes.entries()) {
    const set = planProject(state, change)
    if (Object.keys(set).length === 0) continue
    const before = Object.fromEntries(Object.keys(set).map((key) => [key, state[key as keyof typeof set]]))
    // evenly spread over its life; the last change is the one in its row
    const at = workdayAt(now, day - Math.round(((day - last) * (i + 1)) / changes.length), place + i)
    done.push({
      at,
      by: lead === 'Maya Rao' ? lead : 'Jonas Lind',
      action: 'change project',
      subject: 'project',
      subjectUuid: uuid,
      before: { ...before, ...of },
      after: { ...set, ...of },
    })
    state = { ...state, ...set }
  }
  return done
}
