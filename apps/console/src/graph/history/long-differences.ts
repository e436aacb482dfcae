import type { DiagramLayout } from '@carapace/shared/lifecycle/kinds/item.kinds'
import { isSame } from '@carapace/shared/graph/artefacts/changes'
import type { Tree, TreeStep } from '@carapace/shared/lifecycle/attack-tree/tree'
import { fieldText } from '../editing/values.ts'

/** What one version says differently of a part. */
export interface Difference {
  readonly part: string
  readonly title: string
  readonly before: string
  readonly after: string
}

type Told = (before: unknown, after: unknown) => readonly Difference[]

/** What is too long to be told whole, by kind and field: what became of it, in words (rule CG20). */
export const longDifferences: Readonly<Record<string, Told>> = {
  'attack-tree.tree': (before, after) =>
    treeDifferences(before as Tree | null | undefined, after as Tree | null | undefined),
  'diagram.layout': (before, after) =>
    layoutDifferences((before ?? bare) as DiagramLayout, (after ?? bare) as DiagramLayout),
}

const bare: DiagramLayout = { nodes: [], edges: [] }

/**
 * A tree step by step: which came, which went, and what is said differently of the others. Where a step is drawn is no
 * news, nor that one has another part that is told of itself.
 */
function treeDifferences(before: Tree | null | undefined, after: Tree | null | undefined): readonly Difference[] {
  const [was, is] = [stepsOf(before), stepsOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((id): Difference[] => {
    const [old, now] = [was.get(id), is.get(id)]
    if (!old || !now)
      return [{ part: id, title: old ? 'Step removed' : 'New step', before: old?.title ?? '', after: now?.title ?? '' }]
    const parts = (step: TreeStep) =>
      step.parts
        .filter((part) => was.has(part) && is.has(part))
        .map((part) => is.get(part)!.title)
        .join(', ')
    return stepDifference(now, { ...wordsOf(old), Parts: parts(old) }, { ...wordsOf(now, old), Parts: parts(now) })
  })
}

const stepsOf = (tree: Tree | null | undefined): ReadonlyMap<string, TreeStep> =>
  new Map((tree?.steps ?? []).map((step) => [step.id, step]))

type Words = Readonly<Record<string, string>>

function stepDifference({ id, title }: TreeStep, said: Words, says: Words): Difference[] {
  const changed = Object.keys(says).filter((what) => said[what] !== says[what])
  const told = (words: Words) => changed.map((what) => `${what}: ${words[what] || 'none'}`).join('; ')
  return changed.length === 0 ? [] : [{ part: id, title, before: told(said), after: told(says) }]
}

/** What a step says by itself; of its controls how many, and how many of them it did not have before. */
function wordsOf(
  { title, gate, effort, controls, caps, techniques, indicators, note }: TreeStep,
  before?: TreeStep,
): Words {
  const own = (value: unknown) => fieldText({ input: 'own' }, value)
  const fresh = before ? controls.filter((uuid) => !before.controls.includes(uuid)).length : 0
  return {
    Title: title,
    Gate: gate?.toUpperCase() ?? '',
    Effort: own(effort),
    Controls: [counted(controls, 'control'), fresh > 0 && `${fresh} of them new`].filter(Boolean).join(', '),
    Assumptions: caps.map(({ factor, level }) => `${factor} at ${level}`).join(', '),
    Techniques: techniques.join(', '),
    Indicators: own(indicators),
    Note: note,
  }
}

const counted = ({ length }: readonly unknown[], what: string) =>
  length === 0 ? '' : `${length} ${what}${length === 1 ? '' : 's'}`

/** A picture by what it has; what is in it is told by links and names elsewhere. */
function layoutDifferences(before: DiagramLayout, after: DiagramLayout): readonly Difference[] {
  const was = new Map(before.nodes.map((node) => [node.uuid, node]))
  const moved = after.nodes.filter((node) => was.has(node.uuid) && !isSame(was.get(node.uuid), node))
  const has = ({ nodes, edges }: DiagramLayout) =>
    [counted(nodes, 'node'), counted(edges, 'line')].filter(Boolean).join(', ')
  return [
    {
      part: 'layout',
      title: 'Layout',
      before: has(before),
      after: [has(after), moved.length > 0 && `${moved.length} moved`].filter(Boolean).join(', '),
    },
  ]
}
