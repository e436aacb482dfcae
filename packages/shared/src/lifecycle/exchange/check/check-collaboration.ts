import type { ArchivedBaseline, ArchivedComment, ArchivedReview, ArchivedRisk } from '../archive.ts'
import { type CheckState, codeFor, refuse, refuseAbove } from './check-state.ts'

/** Checks an earlier risk of a threat scenario. */
export function checkRisk(state: CheckState, { threat, graph_version: graphVersion }: ArchivedRisk): void {
  const { counts, limits, risks } = state
  if (!state.hasHistory()) refuse('An archive of a project has no history.')
  refuseAbove(limits.versions, ++counts.risks, 'risks')
  if (state.named(threat).kind !== 'threat-scenario') refuse('A risk is not of a threat scenario.')
  if (graphVersion <= (risks.get(threat) ?? 0)) refuse('The risks of a threat scenario are not in their order.')
  risks.set(threat, graphVersion)
  state.checkGraphVersion(graphVersion)
}

/** Checks a comment on an artefact. */
export function checkComment({ counts, limits, named }: CheckState, entry: ArchivedComment): void {
  if (++counts.comments > limits.versions) refuse('It holds too many comments.')
  const one = named(entry.artefact)
  if (one.isRemoved) refuse('A comment refers to an artefact that was removed.')
  if (++one.comments > limits.comments) refuse(`${codeFor(one)} has more than ${limits.comments} comments.`)
}

/** Checks a review of an artefact. */
export function checkReview({ counts, limits, named, claim }: CheckState, entry: ArchivedReview): void {
  if (++counts.reviews > limits.versions) refuse('It holds too many reviews.')
  const one = named(entry.artefact)
  if (one.isRemoved || entry.revision > one.revision) refuse('A review refers to a revision that is not in it.')
  if ((entry.decision === null) !== (entry.decided_at === null))
    refuse('A review has a decision and its time, or neither.')
  if (entry.decision === null) claim(`review ${entry.artefact}`, 'An artefact has two open reviews.')
  else if (one.decided === undefined || entry.decided_at! >= one.decided.decided_at!) one.decided = entry
}

/**
 * What is approved without a review that approved what it is now: its latest decision is another one, or of an earlier
 * content (rule EXCHANGE-33). Call this when everything was read.
 */
export function unreviewedIn({ known }: CheckState): { readonly uuid: string; readonly code: string }[] {
  return [...known]
    .filter(([, { isApproved, decided, content }]) => {
      const isReviewed = decided?.decision === 'approved' && decided.revision >= (content?.since ?? 0)
      return isApproved && !isReviewed
    })
    .map(([uuid, one]) => ({ uuid, code: codeFor(one) }))
}

/** Checks the baselines of an archive. */
export function checkBaselines(state: CheckState, entries: readonly ArchivedBaseline[]): void {
  refuseAbove(state.limits.baselines, entries.length, 'baselines')
  for (const { name, graph_version: graphVersion } of entries) {
    state.claim(`baseline ${name}`, `Two baselines are called ${name}.`)
    if (!state.hasHistory()) refuse('An archive of a project has no baselines.')
    state.checkGraphVersion(graphVersion)
  }
}
