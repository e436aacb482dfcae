import type { AttackFields } from '../catalogue.contract.ts'

/** What an attack usually takes: time, expertise, knowledge, window, equipment, by the keys of the default method's levels. */
export type Potential = readonly [
  time: 'day' | 'week' | 'month' | 'half-year' | 'longer', expertise: 'layman' | 'proficient' | 'expert' | 'experts', knowledge: 'public' | 'restricted' | 'confidential' | 'strictly-confidential',
  window: 'unlimited' | 'easy' | 'moderate' | 'difficult', equipment: 'standard' | 'specialised' | 'bespoke' | 'multiple-bespoke',
]

interface Facts {
  /** ATT&CK (enterprise T1…, ICS T0…, mobile T14… and T16…) and Automotive Threat Matrix. */
  readonly ids?: readonly string[]
  readonly tactic: string
  readonly elements: AttackFields['elements']
  readonly media?: readonly string[]
  readonly potential: Potential
  readonly vector: NonNullable<AttackFields['vector']>
  readonly needs?: readonly string[]
  readonly against: readonly string[]
}

export type ShippedAttack = readonly [code: string, title: string, description: string, facts: Facts]
