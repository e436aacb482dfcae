import { type Indicators, noIndicators } from '@carapace/shared/lifecycle/sightings/indicators'
import type { CvssMetric, PotentialFactor } from '@carapace/shared/lifecycle/methods/method'
import type { Effort, Tree, TreeStep } from '@carapace/shared/lifecycle/attack-tree/tree'

type None = '-'
/** The keys of default-method.ts, in the order of attack potential; `-` is not rated. */
type Potential = [
  time: 'day' | 'week' | 'month' | 'half-year' | 'longer' | None,
  expertise: 'layman' | 'proficient' | 'expert' | 'experts' | None,
  knowledge: 'public' | 'restricted' | 'confidential' | 'strictly-confidential' | None,
  window: 'unlimited' | 'easy' | 'moderate' | 'difficult' | None,
  equipment: 'standard' | 'specialised' | 'bespoke' | 'multiple-bespoke' | None,
]
/** CVSS exploitability; the attack vector is that of the third method too. */
type Exploitability = [
  vector?: 'network' | 'adjacent' | 'local' | 'physical' | None,
  complexity?: 'low' | 'high' | None,
  privileges?: 'none' | 'low' | 'high' | None,
  interaction?: 'none' | 'required' | None,
]

const factors: readonly PotentialFactor[] = ['time', 'expertise', 'knowledge', 'window', 'equipment']
const metrics: readonly CvssMetric[] = ['av', 'ac', 'pr', 'ui']

function byName<N extends string>(
  names: readonly N[],
  levels: readonly (string | undefined)[],
): Partial<Record<N, string>> {
  return Object.fromEntries(
    names.flatMap((name, i) => (levels[i] === undefined || levels[i] === '-' ? [] : [[name, levels[i]]])),
  ) as Partial<Record<N, string>>
}

/**
 * What an attacker needs: time, expertise, knowledge, window and equipment; then vector, complexity, privileges and
 * interaction.
 */
export function needs(
  ...[time, expertise, knowledge, window, equipment, ...exploitability]: [...Potential, ...Exploitability]
): Effort {
  const [vector = '-'] = exploitability
  return {
    potential: byName(factors, [time, expertise, knowledge, window, equipment]),
    cvss: byName(metrics, exploitability),
    vector: vector === '-' ? null : vector,
  }
}

/** A step with all that is under it. */
interface Branch {
  readonly step: TreeStep
  readonly under: readonly Branch[]
}

/** A part, or the id of one that stands elsewhere in the tree too. */
type Part = Branch | string

interface More {
  readonly note?: string
  /** Codes, with spaces between. */
  readonly controls?: string
  readonly techniques?: string
  readonly caps?: TreeStep['caps']
  /** Which alerts show that it is taken. */
  readonly shown?: Partial<Indicators>
}

const words = (text = '') => text.split(' ').filter((word) => word !== '')
const unrated: Effort = { potential: {}, cvss: {}, vector: null }

/** A step that an attacker takes. */
export function step(
  id: string,
  title: string,
  effort: Effort,
  { note = '', controls, techniques, caps = [], shown }: More = {},
): Branch {
  return {
    step: {
      id,
      title,
      note,
      gate: null,
      parts: [],
      effort,
      techniques: words(techniques),
      controls: words(controls),
      caps,
      ...(shown && { indicators: { ...noIndicators, ...shown } }),
    },
    under: [],
  }
}

const refined =
  (gate: 'and' | 'or') =>
  (id: string, title: string, ...parts: Part[]): Branch => ({
    step: {
      id,
      title,
      note: '',
      gate,
      parts: parts.map((part) => (typeof part === 'string' ? part : part.step.id)),
      effort: unrated,
      techniques: [],
      controls: [],
      caps: [],
    },
    under: parts.filter((part) => typeof part !== 'string'),
  })

/** Needs all of its parts. */
export const all = refined('and')
/** Needs any one of its parts. */
export const any = refined('or')

/** The tree under a root; the uuids of controls and assumptions are their codes still. */
export function treeOf(root: Branch): Tree {
  const steps = (branch: Branch): TreeStep[] => [branch.step, ...branch.under.flatMap(steps)]
  return { root: root.step.id, steps: steps(root) }
}
