import { z } from 'zod'
import { severities } from '../../severity.ts'
import { alertSources } from '../alerts.ts'

const texts = (most: number, length: number) => z.array(z.string().trim().min(1).max(length)).min(1).max(most)

/** Selects alerts: all lists that are present must match, each with any one of its values. */
export const AlertMatchers = z
  .object({
    rules: texts(20, 100).optional(),
    severities: z.array(z.enum(severities)).min(1).max(severities.length).optional(),
    sources: z.array(z.enum(alertSources)).min(1).max(alertSources.length).optional(),
    /** VINs. */
    vehicles: texts(200, 64).optional(),
    models: texts(20, 100).optional(),
    /** Each as `kind:value`: `arbitration_id:0x2C1`. */
    observables: z
      .array(
        z
          .string()
          .trim()
          .regex(/^[a-z_]{2,20}:.{1,200}$/, 'Write it as kind:value.'),
      )
      .min(1)
      .max(20)
      .optional(),
    /** Words that must all be in the title. */
    title: z.string().trim().min(1).max(200).optional(),
  })
  .refine((matchers) => Object.values(matchers).some((value) => value !== undefined), 'Name at least one condition.')
export type AlertMatchers = z.infer<typeof AlertMatchers>
