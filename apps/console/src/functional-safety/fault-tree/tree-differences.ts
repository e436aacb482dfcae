import { formulaText } from '@carapace/shared/functional-safety/fault-tree/csv'
import type {
  CommonCauseGroup,
  FaultNode,
  Parameter,
  StoredTree,
} from '@carapace/shared/functional-safety/fault-tree/tree'
import type { Difference, DifferencesOf } from '../../graph/history/differences.ts'
import { gateText, kindWords } from './words.ts'

/** Values as text, by what they are about. */
export type Words = Readonly<Record<string, string>>
interface Named {
  readonly id: string
  readonly title: string
}

/**
 * The differences between two fault trees: added and removed nodes, groups and parameters, and the changes of the
 * others (rule GRAPH-UI-20). The position of a node is no difference.
 */
export const faultTreeDifferences: DifferencesOf = (before, after) => {
  const [was, is] = [before as StoredTree | null | undefined, after as StoredTree | null | undefined]
  return [
    ...treeDifference(was, is),
    ...listDifferences('node', was?.nodes ?? [], is?.nodes ?? [], nodeWords),
    ...listDifferences('common-cause group', was?.groups ?? [], is?.groups ?? [], groupWords),
    ...listDifferences('parameter', was?.parameters ?? [], is?.parameters ?? [], parameterWords),
  ]
}

function treeDifference(was: StoredTree | null | undefined, is: StoredTree | null | undefined): Difference[] {
  if (!was || !is) return []
  const words = ({ top, missionTime }: StoredTree): Words => ({ 'Top event': top, 'Mission time': `${missionTime} h` })
  return changed('tree', 'Tree', words(was), words(is))
}

/** The added, removed and changed items of a list; `what` is the name of one of them. */
export function listDifferences<T extends Named>(
  what: string,
  before: readonly T[],
  after: readonly T[],
  wordsOf: (each: T) => Words,
): Difference[] {
  const [was, is] = [before, after].map((all) => new Map(all.map((each) => [each.id, each])))
  const name = (each: T | undefined) => (each ? `${each.id} ${each.title}`.trim() : '')
  return [...new Set([...was!.keys(), ...is!.keys()])].flatMap((id): Difference[] => {
    const [old, now] = [was!.get(id), is!.get(id)]
    if (old === now) return []
    if (!old || !now)
      return [
        {
          part: `${what} ${id}`,
          title: old ? `${what} removed`.replace(/^./, (letter) => letter.toUpperCase()) : `New ${what}`,
          before: name(old),
          after: name(now),
        },
      ]
    return changed(`${what} ${id}`, name(now), wordsOf(old), wordsOf(now))
  })
}

function changed(part: string, title: string, before: Words, after: Words): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => (before[name] ?? '') !== (after[name] ?? ''),
  )
  const text = (words: Words) => names.map((name) => `${name}: ${words[name] || 'none'}`).join('; ')
  return names.length === 0 ? [] : [{ part, title, before: text(before), after: text(after) }]
}

function nodeWords(node: FaultNode): Words {
  const words = { Title: node.title, Kind: kindWords[node.kind], Note: node.note }
  switch (node.kind) {
    case 'gate':
      return { ...words, Gate: gateText(node), Inputs: node.parts.join(', ') }
    case 'house':
      return { ...words, State: node.state ? 'occurred' : 'not occurred' }
    case 'transfer':
      return { ...words, 'Transferred from': [node.tree, node.node].filter(Boolean).join(' ') }
    case 'basic':
    case 'conditioning':
    case 'undeveloped':
      return {
        ...words,
        Probability: node.probability === null ? '' : formulaText(node.probability),
        Failure: node.artefact ?? '',
      }
  }
}

const groupWords = ({ title, note, model, members, total, factors, staggered }: CommonCauseGroup): Words => ({
  Title: title,
  Model: staggered ? `${model}, staggered` : model,
  Members: members.join(', '),
  Total: formulaText(total),
  Factors: factors.map(formulaText).join(', '),
  Note: note,
})

const parameterWords = ({ title, note, unit, value }: Parameter): Words => ({
  Title: title,
  Value: [formulaText(value), unit].filter(Boolean).join(' '),
  Note: note,
})
