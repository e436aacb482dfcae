import { changeArtefact, type StateChange } from '@carapace/shared/graph/artefacts/changes'
import { initialFields } from '@carapace/shared/graph/artefacts/artefact-kind'
import type { ArtefactStatus } from '@carapace/shared/graph/artefacts/statuses'
import { demoKinds, type Person, type DemoArtefact } from './build.ts'
import type { Amendment } from './demo-content.ts'

/** A state of an artefact in its history. */
export interface State {
  readonly day: number
  readonly by: Person
  readonly status: ArtefactStatus
  readonly fields: Readonly<Record<string, unknown>>
  /** The amended fields that may matter to dependent artefacts, if it was amended. */
  readonly meaning: StateChange['meaning']
  /** The codes at the other ends of the links that a user has confirmed since. */
  readonly confirmed: string
}

/** A requested review of the state before; `decided` is the state that it ended with, undefined: it is pending. */
export interface ReviewRequest {
  readonly requested: State
  /** The revision under review: states are numbered from 1. */
  readonly revision: number
  decided?: State
  decision?: 'approved' | 'rejected' | 'withdrawn'
}

export interface Life {
  readonly states: readonly State[]
  readonly reviewRequests: readonly ReviewRequest[]
}

/** The reviewer of another user's work: four eyes (rule GRAPH-9). */
export const otherThan = (by: Person): Person => (by === 'Maya Rao' ? 'Jonas Lind' : 'Maya Rao')

/** After this many days without a change an artefact is settled. */
const restDays = 8

/** Every state of an artefact up to its current one: created, amended, reviewed. */
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

/** Brings an artefact to its current status, by a review if only a review can set that status. */
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
