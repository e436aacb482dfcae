import type { z } from 'zod'
import type { ThreatFields } from '../catalogue.contract.ts'

type Fields = z.input<typeof ThreatFields>
export type ShippedThreat = readonly [
  item: string,
  title: string,
  description: string,
  fields: Omit<Fields, 'description' | 'annex5'>,
]
