import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import type { Field } from '@carapace/shared/graph/artefacts/fields'
import { type Feasibility, type Method, stakes } from '@carapace/shared/lifecycle/methods/method'
import { rateTree } from '@carapace/shared/lifecycle/attack-tree/rate-tree'
import type { Tree, TreeStep } from '@carapace/shared/lifecycle/attack-tree/tree'
import { linkSide } from '../../graph/links/link-sides.ts'
import { type Impacts, impactIn } from '../rating/risk-chip.tsx'
import { fieldText } from '../../graph/editing/values.ts'
import type { Proposal } from './in-parts.ts'

interface ShownField {
  readonly title: string
  readonly words: string
}

/** What accepting a proposal would store, as text for the user. */
export interface Stored {
  /** Short fields, and links: "Loses: Integrity". */
  readonly facts: readonly ShownField[]
  /** Longer texts, without those that are shown as the reason anyway. */
  readonly texts: readonly ShownField[]
  /** The impact, if the kind has an impact rating. */
  readonly impact: Impacts | undefined
  readonly tree: Tree | undefined
}

/**
 * All fields of a proposed artefact, and the artefacts that it would be linked with (rule PROPOSAL-UI-4). `codeOf`
 * returns the code of a known artefact.
 */
export function storedOf(
  { artefact, links, why, about }: Proposal,
  codeOnPage: (uuid: string) => string | undefined,
): Stored {
  // the subject of a proposal need not be among the artefacts of the page
  const codeOf = (uuid: string) => codeOnPage(uuid) ?? (about?.uuid === uuid ? about.code : undefined)

  const { kind, fields = {} } = artefact
  const shownFields = Object.entries(artefactKindNamed(kind)?.fields ?? {}).flatMap(([name, field]) => {
    const words = isApart(name, field) ? '' : fieldText(field, fields[name])
    return words === '' || words === why ? [] : [{ title: field.title, words, isText: field.input === 'text' }]
  })
  const impact = impactIn(fields)
  return {
    facts: [
      ...shownFields.filter(({ isText }) => !isText),
      ...shownLinks(kind, artefact.uuid ?? artefact.new_uuid, links, codeOf),
    ].map(({ title, words }) => ({ title, words })),
    texts: shownFields.filter(({ isText }) => isText).map(({ title, words }) => ({ title, words })),
    impact: kind === 'damage-scenario' && Object.values(impact).some((level) => level !== null) ? impact : undefined,
    tree: (fields.tree as Tree | null | undefined) ?? undefined,
  }
}

/** Impact and trees are drawn, not shown as text. */
const isApart = (name: string, { input }: Field) =>
  (stakes as readonly string[]).includes(name) || (name === 'tree' && input === 'own')

function shownLinks(
  kind: string,
  self: string | undefined,
  links: Proposal['links'],
  codeOf: (uuid: string) => string | undefined,
): ShownField[] {
  const ways = Map.groupBy(
    links,
    ({ kind: link, to }) => linkSide(kind, link, to === self ? 'upstream' : 'downstream')?.title ?? 'Linked',
  )
  return [...ways].map(([title, ones]) => {
    const codes = ones.flatMap(({ from, to }) => codeOf(to === self ? from : to) ?? [])
    const more = ones.length - codes.length
    return {
      title,
      words: [
        ...codes,
        ...(more > 0 ? [codes.length === 0 ? `${more} ${more === 1 ? 'artefact' : 'artefacts'}` : `${more} more`] : []),
      ].join(', '),
    }
  })
}

/** A step of a proposed tree, with its level in the outline and its feasibility by the program's method. */
export interface OutlinedStep {
  readonly step: TreeStep
  readonly depth: number
  readonly feasibility: Feasibility | null
}

/**
 * A tree as an outline with each step once, where it is first needed; rated without any controls (rules FEASIBILITY-4,
 * TREE-7).
 */
export function outlineOf(tree: Tree, method: Method | undefined): readonly OutlinedStep[] {
  const steps = new Map(tree.steps.map((step) => [step.id, step]))
  const rated = method && rateTree(method, tree, { controls: new Map(), refuted: new Set() })
  const ratings = new Map(
    rated?.ok
      ? rated.value.initial.steps.map((step) => [step.id, step.ratings[method!.deciding]?.feasibility ?? null])
      : [],
  )
  const listed = new Set<string>()
  const below = (id: string, depth: number): OutlinedStep[] => {
    const step = steps.get(id)
    if (!step || listed.has(id)) return []
    listed.add(id)
    return [
      { step, depth, feasibility: ratings.get(id) ?? null },
      ...step.parts.flatMap((part) => below(part, depth + 1)),
    ]
  }
  return below(tree.root, 0)
}

/** The proposals that have every search word in their title, their reason, or their subject. */
export function foundBy(proposals: readonly Proposal[], q: string): readonly Proposal[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return proposals
  return proposals.filter(({ artefact: { title = '' }, why, about }) => {
    const text = `${title} ${why} ${about?.code ?? ''} ${about?.title ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
