import { type Indicators, noIndicators } from '@carapace/shared/lifecycle/sightings/indicators'
import type { CvssMetric, PotentialFactor } from '@carapace/shared/lifecycle/methods/method'
import type { Effort, Tree, TreeStep } from '@carapace/shared/lifecycle/attack-tree/tree'

type None = '-'
/** The keys of default-method.ts, in the order of attack potential; `-` means not rated. */
type Potential = [
  time: 'day' | 'week' | 'month' | 'half-year' | 'longer' | None,
  expertise: 'layman' | 'proficient' | 'expert' | 'experts' | None,
  knowledge: 'public' | 'restricted' | 'confidential' | 'strictly-confidential' | None,
  window: 'unlimited' | 'easy' | 'moderate' | 'difficult' | None,
  equipment: 'standard' | 'specialised' | 'bespoke' | 'multiple-bespoke' | None,
]
/** CVSS exploitability; the third method uses the same attack vector. */
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
 * The requirements for an attacker: time, expertise, knowledge, window of opportunity and equipment; then attack
 * vector, complexity, privileges and user interaction.
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

/** A step with all its sub-steps. */
interface Branch {
  readonly step: TreeStep
  readonly under: readonly Branch[]
}

/** A sub-step, or the id of one that is already elsewhere in the tree. */
type Part = Branch | string

interface More {
  readonly note?: string
  /** Codes, separated by spaces. */
  readonly controls?: string
  readonly techniques?: string
  readonly caps?: TreeStep['caps']
  /** The alerts that show that this step was taken. */
  readonly shown?: Partial<Indicators>
}

const words = (text = '') => text.split(' ').filter((word) => word !== '')
const unrated: Effort = { potential: {}, cvss: {}, vector: null }

/** A step of an attacker. */
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

/** A step that needs all of its sub-steps. */
export const all = refined('and')
/** A step that needs any one of its sub-steps. */
export const any = refined('or')

/** The tree below a root; the uuids of controls and assumptions are still their codes. */
export function treeOf(root: Branch): Tree {
  const steps = (branch: Branch): TreeStep[] => [branch.step, ...branch.under.flatMap(steps)]
  return { root: root.step.id, steps: steps(root) }
}
