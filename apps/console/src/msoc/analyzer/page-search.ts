import { z } from 'zod'
import { AnalyzerLook } from './search.ts'

/**
 * The address parameters of the analyzer's own page: a vehicle, a capture or an alert's evidence, and the view of it
 * (rule ANALYZER-UI-1).
 */
export const AnalyzerPageSearch = z.object({
  vehicle: z
    .union([z.string(), z.number()])
    .transform((value) => String(value).trim().slice(0, 64) || undefined)
    .optional()
    .catch(undefined),
  capture: z.uuid().optional().catch(undefined),
  alert: z.uuid().optional().catch(undefined),
  ...AnalyzerLook,
})
export type AnalyzerPageSearch = z.output<typeof AnalyzerPageSearch>
