import type { StandingKind } from '@carapace/shared/msoc/alerts/pipeline/standing-steps'
import type { StandingStep } from '@carapace/shared/msoc/alerts/pipeline/standing-steps.contract'
import { number } from '../../core/format/format.ts'
import { matchersText } from './step-texts.ts'

/** Display texts of the kinds of steps without an end. */
export const standingKindTexts: Readonly<Record<StandingKind, string>> = {
  folding: 'Folding',
  risk: 'Risk',
  proposal: 'Proposals',
}

/** What a step does, in one line. */
export function standingText({ matchers, folding, risk, proposal }: StandingStep): string {
  if (folding) {
    const which = matchers === null ? 'the same rule' : matchersText(matchers)
    const share = `${number(Math.round(folding.share * 100))}% of those heard`
    return `${which}: ${number(folding.vehicles)} vehicles or more, ${share}, within ${number(folding.seconds)} s`
  }
  if (risk)
    return (
      `alert from a score of ${number(risk.raise_at)}, cleared below ${number(risk.clear_below)}; ` +
      `half of it after ${number(risk.half_life_hours)} h`
    )
  return proposal
    ? `${proposal.at_least} of the last ${proposal.of_last} closed as harmless within ${proposal.days} days`
    : ''
}
