import { linkKindNamed } from '@carapace/shared/artefact-kinds'
import { matters } from '@carapace/shared/graph/artefacts/link-kind'
import { codeOf } from '@carapace/shared/graph/artefacts/artefact-kind'
import { codesIn, demoKinds, type Person, type Told } from './build.ts'
import { workdayAt } from './calendar.ts'
import type { DemoBaseline, DemoComment, DemoContent } from './demo-content.ts'
import { type Asking, lifeOf, otherThan, type State } from './states.ts'

/** When something was, as a clock and as a moment of the graph; and who did it. */
export interface Deed {
  readonly at: Date
  readonly by: Person
  seq: number
}

export interface ToldState extends State {
  readonly deed: Deed
}

export interface ToldReview extends Omit<Asking, 'asked' | 'decided'> {
  readonly code: string
  readonly asked: Deed
  readonly decided: Deed | undefined
}

export interface ToldLink {
  readonly kind: string
  readonly from: string
  readonly to: string
  readonly added: Deed
  suspect: { readonly why: string; readonly deed: Deed } | undefined
  confirmed: Deed | undefined
}

export interface LivedArtefact {
  readonly told: Told
  readonly number: number
  /** From its making on, at least one. */
  readonly states: readonly ToldState[]
}

/** A program's graph with all that led to it. */
export interface History {
  readonly artefacts: readonly LivedArtefact[]
  readonly links: readonly ToldLink[]
  readonly reviews: readonly ToldReview[]
  readonly comments: readonly (DemoComment & { readonly at: Date })[]
  readonly baselines: readonly (DemoBaseline & { readonly deed: Deed })[]
  readonly seq: number
  readonly numbers: Readonly<Record<string, number>>
}

/**
 * Plays what a program holds as if people had written it one after the other (rules GRAPH-3, GRAPH-5, GRAPH-9, GRAPH-11
 * of the graph).
 */
export function historyOf({ artefacts: all, amendments, comments, baselines }: DemoContent, now: Date): History {
  const deeds: Deed[] = []
  const did = (day: number, place: number, by: Person): Deed => {
    const deed = { at: workdayAt(now, day, place), by, seq: 0 }
    deeds.push(deed)
    return deed
  }
  const reviews: ToldReview[] = []
  const artefacts = all.map((told, place) => {
    const { states, askings } = lifeOf(
      told,
      amendments.filter(({ code }) => code === told.code),
    )
    const toldStates = states.map((state) => ({ ...state, deed: did(state.day, place, state.by) }))
    const deedOf = (state: State | undefined) => (state ? toldStates[states.indexOf(state)]!.deed : undefined)
    for (const { asked, decided, ...asking } of askings)
      reviews.push({ ...asking, code: told.code, asked: deedOf(asked)!, decided: deedOf(decided) })
    return { told, number: numberOf(told), states: toldStates }
  })
  number(deeds)
  const made = new Map(artefacts.map(({ told: { code }, states }) => [code, states[0]!.deed]))
  const links = linksOf(all).map((link): ToldLink => ({
    ...link,
    added: laterOf(link, made),
    suspect: undefined,
    confirmed: undefined,
  }))
  markSuspects(artefacts, links, did)
  number(deeds)
  return {
    artefacts,
    links,
    reviews,
    seq: deeds.length,
    numbers: highest(artefacts),
    comments: comments.map((comment, place) => ({ ...comment, at: workdayAt(now, comment.day, place + 40) })),
    baselines: baselines.map((baseline) => ({
      ...baseline,
      deed: {
        at: workdayAt(now, baseline.day, 99),
        by: baseline.by,
        seq: deeds.filter(({ at }) => at <= workdayAt(now, baseline.day, 99)).length,
      },
    })),
  }
}

/** Moments are numbered in the order of time; equal times in the order of telling. */
function number(deeds: Deed[]): void {
  deeds.sort((a, b) => a.at.getTime() - b.at.getTime()).forEach((deed, i) => Object.assign(deed, { seq: i + 1 }))
}

export function numberOf({ kind, code }: Pick<Told, 'kind' | 'code'>): number {
  const numbered = Number(code.slice(code.lastIndexOf('-') + 1))
  if (codeOf(demoKinds[kind], numbered) !== code) throw new Error(`${code} is no code of ${kind}`)
  return numbered
}

function highest(artefacts: History['artefacts']): Record<string, number> {
  const numbers: Record<string, number> = {}
  for (const {
    told: { kind },
    number: one,
  } of artefacts)
    numbers[kind] = Math.max(numbers[kind] ?? 0, one)
  return numbers
}

type Ends = Pick<ToldLink, 'kind' | 'from' | 'to'>

/** All links that artefacts tell of, and those that their fields imply, each once. */
export function linksOf(all: readonly Told[]): Ends[] {
  const links = all.flatMap((told): Ends[] => [
    ...Object.entries(told.from).flatMap(([kind, codes]) =>
      codesIn(codes).map((from) => ({ kind, from, to: told.code })),
    ),
    ...Object.entries(told.to).flatMap(([kind, codes]) => codesIn(codes).map((to) => ({ kind, from: told.code, to }))),
    ...demoKinds[told.kind]
      .cites(told.fields as never)
      .map(({ link, uuid }) => ({ kind: link, from: uuid, to: told.code })),
  ])
  return [...new Map(links.map((link) => [`${link.kind} ${link.from} ${link.to}`, link])).values()]
}

function laterOf({ from, to }: Ends, made: ReadonlyMap<string, Deed>): Deed {
  const [a, b] = [made.get(from), made.get(to)]
  if (!a || !b) throw new Error(`A link joins ${from} and ${to}, one of which is not there`)
  return a.seq > b.seq ? a : b
}

/** An amendment makes links that stood already suspect, as far as nobody has confirmed them since (rule GRAPH-5). */
function markSuspects(
  artefacts: History['artefacts'],
  links: readonly ToldLink[],
  did: (day: number, place: number, by: Person) => Deed,
): void {
  for (const [
    place,
    {
      told: { code },
      states,
    },
  ] of artefacts.entries()) {
    for (const { meaning, confirmed, deed, day } of states.filter((state) => state.meaning.length > 0)) {
      const shaken = links.filter(
        ({ kind, from, added }) =>
          from === code && added.seq < deed.seq && matters(linkKindNamed(kind)!, meaning) !== '',
      )
      const looked = shaken.some(({ to }) => isConfirmed(to, confirmed))
        ? did(Math.max(1, day - 2), place, otherThan(deed.by))
        : undefined
      for (const link of shaken) {
        if (isConfirmed(link.to, confirmed)) link.confirmed = looked
        else link.suspect = { why: `${code}: ${matters(linkKindNamed(link.kind)!, meaning)} changed`, deed }
      }
    }
  }
}

/** Work products are looked through with whatever they are made of. */
const isConfirmed = (code: string, confirmed: string) => code.startsWith('WP-') || codesIn(confirmed).includes(code)
