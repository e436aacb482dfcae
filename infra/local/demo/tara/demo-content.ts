import type { LifecycleStatus, Phase } from '@carapace/shared/graph/programs/phases'
import type { ProjectType } from '@carapace/shared/graph/programs/projects'
import type { DemoKind, FieldsFor, Person, DemoArtefact } from './build.ts'

/** Days are counted back from the time of seeding. */
export interface DemoProject {
  readonly name: string
  readonly type: ProjectType
  readonly description: string
  readonly lead: Person
  readonly currentPhase: Phase
  readonly phaseStatuses: Partial<Record<Phase, LifecycleStatus>>
  readonly day: number
  readonly milestone?: { readonly name: string; readonly inDays: number }
}

/** The milestone columns of a project's row. */
export function milestoneOf({ milestone }: Pick<DemoProject, 'milestone'>): {
  milestone: string | null
  milestoneOn: string | null
} {
  return { milestone: milestone?.name ?? null, milestoneOn: milestone ? dayAgo(-milestone.inDays) : null }
}

/**
 * A change of an artefact: the previous field values, and the downstream links that a user has confirmed since then
 * (all others are suspect).
 */
export interface Amendment {
  readonly code: string
  readonly day: number
  readonly by: Person
  readonly was: Readonly<Record<string, unknown>>
  readonly confirmed: string
}

export interface DemoComment {
  readonly code: string
  readonly day: number
  readonly by: Person
  readonly text: string
  readonly isResolved?: true
}

export interface DemoBaseline {
  readonly name: string
  readonly note: string
  readonly day: number
  readonly by: Person
}

/** The content of a demo program. */
export interface DemoContent {
  readonly projects: readonly DemoProject[]
  readonly artefacts: readonly DemoArtefact[]
  readonly amendments: readonly Amendment[]
  readonly comments: readonly DemoComment[]
  readonly baselines: readonly DemoBaseline[]
}

/** An amendment; `was` has the previous values of the fields of that kind. */
export function amended<K extends DemoKind>(
  _kind: K,
  code: string,
  was: FieldsFor<K>,
  { day, by = 'Jonas Lind', confirmed = '' }: { day: number; by?: Person; confirmed?: string },
): Amendment {
  return { code, day, by, was, confirmed }
}

/** The date `days` days ago, YYYY-MM-DD. */
export function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}
