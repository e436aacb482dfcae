import type { AttackFields } from '../catalogue.contract.ts'

/**
 * The attack potential that an attack usually needs: time, expertise, knowledge, window, equipment, by the keys of the
 * default method's levels.
 */
export type Potential = readonly [
  time: 'day' | 'week' | 'month' | 'half-year' | 'longer',
  expertise: 'layman' | 'proficient' | 'expert' | 'experts',
  knowledge: 'public' | 'restricted' | 'confidential' | 'strictly-confidential',
  window: 'unlimited' | 'easy' | 'moderate' | 'difficult',
  equipment: 'standard' | 'specialised' | 'bespoke' | 'multiple-bespoke',
]

interface Facts {
  /** ATT&CK 18.1 (enterprise and mobile T1…, ICS T08…) and Automotive Threat Matrix (ATM-T00…). */
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
