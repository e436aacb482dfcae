import { defaultMethod } from '../methods/default-method.ts'
import { attackVectors, cvssMetrics, type Method, potentialFactors } from '../methods/method.ts'
import type { Control, TreeContext } from './rate-tree.ts'
import { type Effort, noEffort, type Tree, type TreeStep } from './tree.ts'

export type Random = (below: number) => number

/** A random effort by the shipped method's levels, any of which may be missing. */
export function randomEffort(below: Random): Effort {
  const some = <K extends string>(keys: readonly K[], levels: (key: K) => readonly { key: string }[]) =>
    Object.fromEntries(
      keys.flatMap((key) => (below(4) === 0 ? [] : [[key, levels(key)[below(levels(key).length)]!.key]])),
    ) as Partial<Record<K, string>>
  return {
    potential: some(potentialFactors, (factor) => defaultMethod.potential.factors[factor].levels),
    cvss: some(cvssMetrics, (metric) => defaultMethod.cvss.metrics[metric].levels),
    vector: below(4) === 0 ? null : attackVectors[below(attackVectors.length)]!,
  }
}

export function step(id: string, overrides: Partial<TreeStep> = {}): TreeStep {
  return {
    id,
    title: id,
    note: '',
    gate: null,
    parts: [],
    effort: noEffort,
    techniques: [],
    controls: [],
    caps: [],
    ...overrides,
  }
}

export const nothingAround: TreeContext = { controls: new Map(), refuted: new Set() }

const standings: readonly Control['standing'][] = [null, 'planned', 'implemented', 'verified']

/**
 * A random tree of up to five unrefined and three refined steps, some of them shared, with controls and assumptions.
 */
export function randomTree(
  below: Random,
  { and = 'max' }: { and?: Method['potential']['and'] } = {},
): { method: Method; tree: Tree; known: TreeContext } {
  const method: Method = { ...defaultMethod, potential: { ...defaultMethod.potential, and } }
  const controls = new Map(
    Array.from(
      { length: 2 },
      (_, i) => [`control ${i}`, { standing: standings[below(4)]!, raises: randomEffort(below) }] as const,
    ),
  )
  const guards = () => [...controls.keys()].filter(() => below(4) === 0)
  const cap = () => ({ assumption: `assumption ${below(2)}`, factor: potentialFactors[below(5)]!, level: 'expert' })
  const leaves = Array.from({ length: 1 + below(5) }, (_, i) =>
    step(`leaf${i}`, {
      effort: randomEffort(below),
      controls: guards(),
      caps: below(3) === 0 ? [{ ...cap(), factor: 'expertise' }] : [],
    }),
  )
  const steps = [...leaves]
  for (let i = 0, made = below(4); i < made; i++) {
    const parts = [...new Set(Array.from({ length: 1 + below(3) }, () => steps[below(steps.length)]!.id))]
    steps.push(step(`gate${i}`, { gate: below(2) ? 'and' : 'or', parts, controls: below(4) === 0 ? guards() : [] }))
  }
  return {
    method,
    tree: reached({ root: steps.at(-1)!.id, steps }),
    known: { controls, refuted: new Set(below(2) ? ['assumption 0'] : []) },
  }
}

/** The tree without the steps that do not lead to the root. */
function reached({ root, steps }: Tree): Tree {
  const wanted = new Set([root])
  for (const { id, parts } of steps.toReversed()) if (wanted.has(id)) for (const part of parts) wanted.add(part)
  return { root, steps: steps.filter(({ id }) => wanted.has(id)) }
}
