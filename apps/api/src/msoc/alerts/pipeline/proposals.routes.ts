import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { matches } from '@carapace/shared/msoc/alerts/pipeline/alert-steps'
import { isHarmless, type Proposal, proposalsOf } from '@carapace/shared/msoc/alerts/pipeline/proposals'
import {
  declineSilenceProposal,
  listSilenceProposals,
  type SilenceProposal,
} from '@carapace/shared/msoc/alerts/pipeline/proposals.contract'
import { audit, byCaller } from '../../../account/sign-in/sessions.queries.ts'
import type { Database } from '../../../core/db.ts'
import { serve } from '../../../core/http/serve.ts'
import {
  closedAlerts,
  type ClosedRow,
  closersOf,
  declinedUntil,
  proposalStepOf,
  silencesOf,
  storeDecline,
} from './proposals.queries.ts'

const dayMs = 86_400_000

/** Proposed silences over HTTP: they are listed and declined here, and accepted by saving a silence. */
export async function proposalRoutes(app: FastifyInstance, { db }: { db: Database }): Promise<void> {
  serve(app, listSilenceProposals).with(async ({ caller: { org } }) => {
    const { proposals, silenceDays } = await openProposals(db, org)
    const closers = await closersOf(
      db,
      org,
      proposals.flatMap(({ evidence }) => evidence.map(({ uuid }) => uuid)),
    )
    return { proposals: proposals.map((proposal) => wireProposal(proposal, closers, silenceDays)) }
  })

  serve(app, declineSilenceProposal).with(async ({ input: { key }, caller }) => {
    const { proposals, days } = await openProposals(db, caller.org)
    const proposal = proposals.find((one) => one.key === key)
    if (!proposal) throw new Failure('NOT_FOUND')
    await db.transaction(async (tx) => {
      await storeDecline(tx, caller.org, key, caller.user, new Date(Date.now() - days * dayMs))
      await audit(tx, caller.org, byCaller(caller), {
        action: 'decline proposed silence',
        subject: 'alert step',
        after: { matchers: proposal.matchers, evidence: proposal.evidence.map(({ number }) => number) },
      })
    })
    return { success: true }
  })
}

/** What is proposed now: nothing that a silence matches already, and nothing while the step is off. */
async function openProposals(db: Database, org: Org) {
  const { active, settings } = await proposalStepOf(db, org)
  const { days, silence_days: silenceDays } = settings
  if (!active) return { proposals: [], days, silenceDays }
  const [closed, declined, silences] = await Promise.all([
    closedAlerts(db, org, new Date(Date.now() - days * dayMs)),
    declinedUntil(db, org),
    silencesOf(db, org),
  ])
  const proposals = proposalsOf(closed, settings, declined).filter(
    ({ evidence }) => !silences.some(({ matchers }) => evidence.every((alert) => matches(matchers, alert))),
  )
  return { proposals, days, silenceDays }
}

function wireProposal(
  { key, matchers, harmless, evidence }: Proposal<ClosedRow>,
  closers: ReadonlyMap<string, string>,
  days: number,
): SilenceProposal {
  const named = evidence.filter(isHarmless).map(({ number }) => `ALR-${number}`)
  return {
    key,
    matchers,
    harmless,
    evidence: evidence.map(({ uuid, number, title, vin, resolution, closedAt }) => ({
      uuid,
      number,
      title,
      vin,
      resolution,
      closed_at: new Date(closedAt).toISOString(),
      closed_by: closers.get(uuid) ?? null,
    })),
    reason: `Closed as harmless ${harmless} of the last ${evidence.length} times: ${named.join(', ')}`.slice(0, 500),
    days,
  }
}
