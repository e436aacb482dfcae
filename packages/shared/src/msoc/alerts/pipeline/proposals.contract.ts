import { z } from 'zod'
import { endpoint } from '../../../core/endpoint.ts'
import { dateTime } from '../../../core/wire.ts'
import { resolutions } from '../alerts.ts'
import { AlertMatchers } from './alert-matchers.ts'

/** A silence that nobody has decided about: what it would match, and the closings that suggest it. */
export const SilenceProposal = z.object({
  key: z.string(),
  matchers: AlertMatchers,
  /** How many of the evidence were closed as a false positive or legitimate. */
  harmless: z.int(),
  evidence: z.array(
    z.object({
      uuid: z.uuid(),
      number: z.int(),
      title: z.string(),
      vin: z.string().nullable(),
      resolution: z.enum(resolutions).nullable(),
      closed_at: dateTime,
      /** Who closed it; null if that is no longer known. */
      closed_by: z.string().nullable(),
    }),
  ),
  /** The reason and the duration that are suggested for the silence. */
  reason: z.string(),
  days: z.int(),
})
export type SilenceProposal = z.infer<typeof SilenceProposal>

export const listSilenceProposals = endpoint({
  method: 'GET',
  path: 'msoc/v1/alerts/proposals',
  summary: 'Silences that the way alerts were closed suggests; none takes effect before somebody saves it',
  access: 'MSOC',
  input: z.object({}),
  output: z.object({ proposals: z.array(SilenceProposal) }),
})

export const declineSilenceProposal = endpoint({
  method: 'POST',
  path: 'msoc/v1/alerts/proposals/decline',
  summary: 'Decline a proposed silence: it is not proposed again by what was closed until now',
  access: 'MSOC',
  needs: 'alerts.work',
  input: z.object({ key: z.string().min(1).max(2_000) }),
  output: z.object({ success: z.literal(true) }),
})
