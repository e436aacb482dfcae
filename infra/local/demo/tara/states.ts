import { changeArtefact, type StateChange } from '@carapace/shared/graph/artefacts/changes'
import { initialFields } from '@carapace/shared/graph/artefacts/artefact-kind'
import type { ArtefactStatus } from '@carapace/shared/graph/artefacts/statuses'
import { demoKinds, type Person, type DemoArtefact } from './build.ts'
import type { Amendment } from './demo-content.ts'

/** A state that an artefact was in, as history keeps it. */
export interface State {
  readonly day: number
  readonly by: Person
  readonly status: ArtefactStatus
  readonly fields: Readonly<Record<string, unknown>>
  /** What of it may matter to whatever depends on it, where somebody amended it. */
  readonly meaning: StateChange['meaning']
  /** Whose links somebody confirmed since, by the codes at their ends. */
  readonly confirmed: string
}

/** A review that was asked for, of the state before; `decided` is the state that it ended with, undefined: it waits. */
export interface ReviewRequest {
  readonly requested: State
  /** The revision that was to be approved: states are numbered from 1. */
  readonly revision: number
  decided?: State
  decision?: 'approved' | 'rejected' | 'withdrawn'
}

export interface Life {
  readonly states: readonly State[]
  readonly reviewRequests: readonly ReviewRequest[]
}

/** Who looks at what another one made: four eyes (rule GRAPH-9). */
export const otherThan = (by: Person): Person => (by === 'Maya Rao' ? 'Jonas Lind' : 'Maya Rao')

/** After so many days without a change somebody settles an artefact. */
const restDays = 8

/** Every state that an artefact went through until it was as it is told: made, amended, reviewed. */
export function lifeOf(artefact: DemoArtefact, amendments: readonly Amendment[]): Life {
  const kind = demoKinds[artefact.kind]
  const final = { ...initialFields(kind), ...artefact.fields }
  const inOrder = amendments.toSorted((a, b) => b.day - a.day)
  const states: State[] = [
    {
      day: artefact.day,
      by: artefact.by,
      status: kind.statuses[0]!,
      fields: { ...final, ...Object.assign({}, ...inOrder.toReversed().map(({ was }) => was)) },
      meaning: [],
      confirmed: '',
    },
  ]
  const reviewRequests: ReviewRequest[] = []
  for (let i = 0; i <= inOrder.length; i++) {
    if ((inOrder[i]?.day ?? Number.NEGATIVE_INFINITY) < states.at(-1)!.day - restDays)
      settle(artefact, states, reviewRequests)
    const next = inOrder[i]
    if (next)
      amend(artefact, states, reviewRequests, next, {
        ...final,
        ...Object.assign(
          {},
          ...inOrder
            .slice(i + 1)
            .toReversed()
            .map(({ was }) => was),
        ),
      })
  }
  return { states, reviewRequests }
}

function amend(
  artefact: DemoArtefact,
  states: State[],
  reviewRequests: ReviewRequest[],
  { day, by, confirmed }: Amendment,
  fields: Record<string, unknown>,
): void {
  const { status, fields: before } = states.at(-1)!
  const plan = changeArtefact(
    demoKinds[artefact.kind],
    { title: artefact.title, status, projectUuid: null, fields: before },
    { fields },
  )
  if (!plan.ok) throw new Error(`${artefact.code}: ${plan.reason}`)
  const state: State = { day, by, status: plan.value.state.status, fields, meaning: plan.value.meaning, confirmed }
  const waiting = reviewRequests.find(({ decided }) => !decided)
  if (waiting && plan.value.meaning.length > 0) Object.assign(waiting, { decided: state, decision: 'withdrawn' })
  states.push(state)
}

/** Brings an artefact to the status that it is told with, by a review where only a review says so. */
function settle(artefact: DemoArtefact, states: State[], reviewRequests: ReviewRequest[]): void {
  const { day, by, status, fields } = states.at(-1)!
  const become = (next: ArtefactStatus, person: Person, daysLater: number) => {
    const state: State = {
      day: Math.max(1, day - daysLater),
      by: person,
      status: next,
      fields,
      meaning: [],
      confirmed: '',
    }
    states.push(state)
    return state
  }
  if (status === artefact.status) return
  const isReviewed =
    demoKinds[artefact.kind].statuses.includes('UNDER_REVIEW') &&
    ['UNDER_REVIEW', 'APPROVED', 'REJECTED'].includes(artefact.status)
  if (!isReviewed) return void become(artefact.status, by, 2)
  const revision = states.length
  const request: ReviewRequest = { requested: become('UNDER_REVIEW', by, 1), revision }
  reviewRequests.push(request)
  if (artefact.status !== 'UNDER_REVIEW')
    Object.assign(request, {
      decided: become(artefact.status, otherThan(by), 3),
      decision: artefact.status === 'APPROVED' ? 'approved' : 'rejected',
    })
}
