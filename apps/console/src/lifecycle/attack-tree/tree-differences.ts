import type { Tree, TreeStep } from '@carapace/shared/lifecycle/attack-tree/tree'
import { fieldText } from '../../graph/editing/values.ts'
import { effortText, levelText } from '../rating/effort-text.ts'
import type { Difference, DifferencesOf } from '../../graph/history/differences.ts'

/**
 * The differences between two trees: added and removed steps, and the changes of the others (rule GRAPH-UI-20). The
 * position of a step is no difference, and neither is a new part that is listed itself.
 */
export const treeDifferences: DifferencesOf = (before, after) => {
  const [was, is] = [stepsOf(before as Tree | null | undefined), stepsOf(after as Tree | null | undefined)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((id): Difference[] => {
    const [old, now] = [was.get(id), is.get(id)]
    if (!old || !now)
      return [{ part: id, title: old ? 'Step removed' : 'New step', before: old?.title ?? '', after: now?.title ?? '' }]
    const parts = (step: TreeStep) =>
      step.parts
        .filter((part) => was.has(part) && is.has(part))
        .map((part) => is.get(part)!.title)
        .join(', ')
    return stepDifference(now, { ...wordsOf(old), Steps: parts(old) }, { ...wordsOf(now, old), Steps: parts(now) })
  })
}

const stepsOf = (tree: Tree | null | undefined): ReadonlyMap<string, TreeStep> =>
  new Map((tree?.steps ?? []).map((step) => [step.id, step]))

type Words = Readonly<Record<string, string>>

function stepDifference({ id, title }: TreeStep, before: Words, after: Words): Difference[] {
  const changed = Object.keys(after).filter((what) => before[what] !== after[what])
  const text = (words: Words) => changed.map((what) => `${what}: ${words[what] || 'none'}`).join('; ')
  return changed.length === 0 ? [] : [{ part: id, title, before: text(before), after: text(after) }]
}

/** A step as text; for its controls the number, and how many of them are new. */
function wordsOf(
  { title, gate, effort, controls, caps, techniques, indicators, note }: TreeStep,
  before?: TreeStep,
): Words {
  const own = (value: unknown) => fieldText({ input: 'own' }, value)
  const fresh = before ? controls.filter((uuid) => !before.controls.includes(uuid)).length : 0
  return {
    Title: title,
    Gate: gate?.toUpperCase() ?? '',
    Effort: effortText(effort),
    Controls: [counted(controls, 'control'), fresh > 0 && `${fresh} of them new`].filter(Boolean).join(', '),
    Assumptions: caps.map(({ factor, level }) => levelText(factor, level)).join(', '),
    Techniques: techniques.join(', '),
    Indicators: own(indicators),
    Note: note,
  }
}

function counted({ length }: readonly unknown[], what: string): string {
  return length === 0 ? '' : `${length} ${what}${length === 1 ? '' : 's'}`
}
