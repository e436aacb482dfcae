import { linkKindNamed } from '@carapace/shared/artefact-kinds'
import { matters } from '@carapace/shared/graph/artefacts/link-kind'
import { codeOf } from '@carapace/shared/graph/artefacts/artefact-kind'
import { codesIn, demoKinds, type Person, type DemoArtefact } from './build.ts'
import { workdayAt } from './calendar.ts'
import type { DemoBaseline, DemoComment, DemoContent } from './demo-content.ts'
import { type ReviewRequest, lifeOf, otherThan, type State } from './states.ts'

/** The time of an action, as a clock time and as a graph version, and its user. */
export interface Action {
  readonly at: Date
  readonly by: Person
  seq: number
}

export interface HistoryState extends State {
  readonly action: Action
}

export interface HistoryReview extends Omit<ReviewRequest, 'requested' | 'decided'> {
  readonly code: string
  readonly requested: Action
  readonly decided: Action | undefined
}

export interface HistoryLink {
  readonly kind: string
  readonly from: string
  readonly to: string
  readonly added: Action
  suspect: { readonly why: string; readonly action: Action } | undefined
  confirmed: Action | undefined
}

export interface LivedArtefact {
  readonly artefact: DemoArtefact
  readonly number: number
  /** At least one: the first is its creation. */
  readonly states: readonly HistoryState[]
}

/** A program's graph with its complete history. */
export interface History {
  readonly artefacts: readonly LivedArtefact[]
  readonly links: readonly HistoryLink[]
  readonly reviews: readonly HistoryReview[]
  readonly comments: readonly (DemoComment & { readonly at: Date })[]
  readonly baselines: readonly (DemoBaseline & { readonly action: Action })[]
  readonly seq: number
  readonly numbers: Readonly<Record<string, number>>
}

/**
 * Builds the history of a program's content as if users had written it one action after the other (rules GRAPH-3,
 * GRAPH-5, GRAPH-9, GRAPH-11 of the graph).
 */
export function historyOf({ artefacts: all, amendments, comments, baselines }: DemoContent, now: Date): History {
  const actions: Action[] = []
  const did = (day: number, place: number, by: Person): Action => {
    const action = { at: workdayAt(now, day, place), by, seq: 0 }
    actions.push(action)
    return action
  }
  const reviews: HistoryReview[] = []
  const artefacts = all.map((artefact, place) => {
    const { states, reviewRequests } = lifeOf(
      artefact,
      amendments.filter(({ code }) => code === artefact.code),
    )
    const historyStates = states.map((state) => ({ ...state, action: did(state.day, place, state.by) }))
    const actionOf = (state: State | undefined) => (state ? historyStates[states.indexOf(state)]!.action : undefined)
    for (const { requested, decided, ...request } of reviewRequests)
      reviews.push({ ...request, code: artefact.code, requested: actionOf(requested)!, decided: actionOf(decided) })
    return { artefact, number: numberOf(artefact), states: historyStates }
  })
  number(actions)
  const made = new Map(artefacts.map(({ artefact: { code }, states }) => [code, states[0]!.action]))
  const links = linksOf(all).map((link): HistoryLink => ({
    ...link,
    added: laterOf(link, made),
    suspect: undefined,
    confirmed: undefined,
  }))
  markSuspects(artefacts, links, did)
  number(actions)
  return {
    artefacts,
    links,
    reviews,
    seq: actions.length,
    numbers: highest(artefacts),
    comments: comments.map((comment, place) => ({ ...comment, at: workdayAt(now, comment.day, place + 40) })),
    baselines: baselines.map((baseline) => ({
      ...baseline,
      action: {
        at: workdayAt(now, baseline.day, 99),
        by: baseline.by,
        seq: actions.filter(({ at }) => at <= workdayAt(now, baseline.day, 99)).length,
      },
    })),
  }
}

/** Assigns graph versions in order of time; actions at the same time keep their given order. */
function number(actions: Action[]): void {
  actions.sort((a, b) => a.at.getTime() - b.at.getTime()).forEach((action, i) => Object.assign(action, { seq: i + 1 }))
}

export function numberOf({ kind, code }: Pick<DemoArtefact, 'kind' | 'code'>): number {
  const numbered = Number(code.slice(code.lastIndexOf('-') + 1))
  if (codeOf(demoKinds[kind], numbered) !== code) throw new Error(`${code} is no code of ${kind}`)
  return numbered
}

function highest(artefacts: History['artefacts']): Record<string, number> {
  const numbers: Record<string, number> = {}
  for (const {
    artefact: { kind },
    number: one,
  } of artefacts)
    numbers[kind] = Math.max(numbers[kind] ?? 0, one)
  return numbers
}

type Ends = Pick<HistoryLink, 'kind' | 'from' | 'to'>

/** All links of the artefacts, including those that their fields imply, without duplicates. */
export function linksOf(all: readonly DemoArtefact[]): Ends[] {
  const links = all.flatMap((artefact): Ends[] => [
    ...Object.entries(artefact.from).flatMap(([kind, codes]) =>
      codesIn(codes).map((from) => ({ kind, from, to: artefact.code })),
    ),
    ...Object.entries(artefact.to).flatMap(([kind, codes]) =>
      codesIn(codes).map((to) => ({ kind, from: artefact.code, to })),
    ),
    ...demoKinds[artefact.kind]
      .impliedLinks(artefact.fields as never)
      .map(({ link, uuid }) => ({ kind: link, from: uuid, to: artefact.code })),
  ])
  return [...new Map(links.map((link) => [`${link.kind} ${link.from} ${link.to}`, link])).values()]
}

function laterOf({ from, to }: Ends, made: ReadonlyMap<string, Action>): Action {
  const [a, b] = [made.get(from), made.get(to)]
  if (!a || !b) throw new Error(`A link joins ${from} and ${to}, one of which is not there`)
  return a.seq > b.seq ? a : b
}

/** An amendment makes links that existed before it suspect, unless a user has confirmed them since (rule GRAPH-5). */
function markSuspects(
  artefacts: History['artefacts'],
  links: readonly HistoryLink[],
  did: (day: number, place: number, by: Person) => Action,
): void {
  for (const [
    place,
    {
      artefact: { code },
      states,
    },
  ] of artefacts.entries()) {
    for (const { meaning, confirmed, action, day } of states.filter((state) => state.meaning.length > 0)) {
      const suspectLinks = links.filter(
        ({ kind, from, added }) =>
          from === code && added.seq < action.seq && matters(linkKindNamed(kind)!, meaning) !== '',
      )
      const looked = suspectLinks.some(({ to }) => isConfirmed(to, confirmed))
        ? did(Math.max(1, day - 2), place, otherThan(action.by))
        : undefined
      for (const link of suspectLinks) {
        if (isConfirmed(link.to, confirmed)) link.confirmed = looked
        else link.suspect = { why: `${code}: ${matters(linkKindNamed(link.kind)!, meaning)} changed`, action }
      }
    }
  }
}

/** A review of a work product also confirms the links to its contents. */
const isConfirmed = (code: string, confirmed: string) => code.startsWith('WP-') || codesIn(confirmed).includes(code)
