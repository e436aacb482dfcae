import { caseLimits } from './cases.ts'

/** The kinds of items that belong to one case at a time and move with merges and splits. */
export const itemKinds = ['alerts', 'tasks', 'evidence', 'links', 'story', 'captures'] as const
export type ItemKind = (typeof itemKinds)[number]

/** Uuids of items, by kind. */
export type CaseItems = Readonly<Record<ItemKind, readonly string[]>>
/** What one merge moved. */
export type MovedItems = CaseItems

export const noItems: CaseItems = { alerts: [], tasks: [], evidence: [], links: [], story: [], captures: [] }

/** The fields of a case that merging needs. */
export interface MergedCase {
  readonly uuid: string
  readonly number: number
  readonly stage: string
  readonly mergedInto: string | null
}

/** Returns why a case cannot be merged into another, as a sentence; undefined if it can (rule CASE-13). */
export function whyNotMerged(
  source: MergedCase,
  target: MergedCase,
  items: { readonly source: CaseItems; readonly target: CaseItems },
): string | undefined {
  if (source.uuid === target.uuid) return 'A case cannot be merged into itself.'
  const merged = [source, target].find(({ mergedInto }) => mergedInto !== null)
  if (merged) return `CAS-${merged.number} is merged into another case already.`
  if (target.stage === 'CLOSED') return `CAS-${target.number} is closed. Reopen it first.`
  const tooMany = limited.find((kind) => items.source[kind].length + items.target[kind].length > caseLimits[kind])
  if (tooMany) return `A case has at most ${caseLimits[tooMany].toLocaleString('en')} ${nounOf[tooMany]}.`
  return undefined
}

const limited = ['alerts', 'tasks', 'evidence', 'links', 'story'] as const
const nounOf = {
  alerts: 'alerts',
  tasks: 'tasks',
  evidence: 'items of evidence',
  links: 'links',
  story: 'steps of its story',
}

/**
 * Returns why a case cannot be taken out of the one it is merged into, as a sentence; undefined if it can (rule
 * CASE-14). Merges are undone in the opposite order: what a case brought along may have moved on with it.
 */
export function whyNotUnmerged(source: MergedCase, target: MergedCase | undefined): string | undefined {
  if (source.mergedInto === null || target === undefined) return `CAS-${source.number} is not merged into another case.`
  if (target.mergedInto !== null) return `CAS-${target.number} is itself merged. Take that one out first.`
  if (target.stage === 'CLOSED') return `CAS-${target.number} is closed. Reopen it first.`
  return undefined
}

/** What returns when a merge is undone: all that it moved and that is still there (rule CASE-14). */
export function returning(moved: MovedItems, present: CaseItems): CaseItems {
  return byKind((kind) => {
    const still = new Set(present[kind])
    return moved[kind].filter((uuid) => still.has(uuid))
  })
}

/** The chosen items that the case does not have (rule CASE-15). */
export function missingItems(chosen: CaseItems, present: CaseItems): string[] {
  return itemKinds.flatMap((kind) => {
    const known = new Set(present[kind])
    return chosen[kind].filter((uuid) => !known.has(uuid))
  })
}

export function countItems(items: CaseItems): Record<ItemKind, number> {
  return Object.fromEntries(itemKinds.map((kind) => [kind, items[kind].length])) as Record<ItemKind, number>
}

function byKind(of: (kind: ItemKind) => readonly string[]): CaseItems {
  return Object.fromEntries(itemKinds.map((kind) => [kind, of(kind)])) as unknown as CaseItems
}
