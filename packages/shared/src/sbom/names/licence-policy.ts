import { currentLicence, formatLicence, type Licence, type LicenceExpression, parseLicence } from './licences.ts'

export type LicenceDecision = 'allow' | 'review' | 'deny'

/** An organisation's decision by licence; create it with `licencePolicy`. */
export interface LicencePolicy {
  /** By a licence's text in lowercase: `gpl-2.0-only with classpath-exception-2.0` or `mit`. */
  readonly decisions: ReadonlyMap<string, LicenceDecision>
  /** For licences of SPDX's list that have no decision of their own. */
  readonly otherwise: LicenceDecision
}

/** Why a licence has its decision; `name` and `reference` are reviewed because nobody decided about them. */
export type DecidedBy = 'pair' | 'id' | 'default' | 'name' | 'reference' | 'exception' | 'none' | 'no assertion'

/** One licence of an expression, and what the policy decides of it. */
export interface DecidedLicence {
  readonly licence: string
  readonly decision: LicenceDecision
  readonly by: DecidedBy
}

/** The decision about an expression. */
export interface LicenceVerdict {
  readonly decision: LicenceDecision
  /** The licences that decided: of AND those with the worst decision, of OR those with the best. */
  readonly deciding: readonly DecidedLicence[]
}

/** A policy from lists of identifiers, or of pairs such as `GPL-2.0-only WITH Classpath-exception-2.0`. */
export function licencePolicy(
  lists: Partial<Record<LicenceDecision, readonly string[]>>,
  otherwise: LicenceDecision,
): LicencePolicy {
  // a licence on two lists takes the stricter one
  const ordered = (['allow', 'review', 'deny'] as const).flatMap((decision) =>
    (lists[decision] ?? []).map((licence) => [keyOf(licence), decision] as const),
  )
  return { decisions: new Map(ordered), otherwise }
}

/** A licence's key: its text in today's identifiers, or the name as it is. */
function keyOf(text: string): string {
  const read = parseLicence(text)
  const isOne = read.ok && read.value.kind !== 'and' && read.value.kind !== 'or' && 'id' in read.value
  return (isOne ? formatLicence(currentLicence(read.value)) : text.trim().replace(/\s+/g, ' ')).toLowerCase()
}

/**
 * What a policy decides of an expression, and which licences decide (rules SPDX-LICENCE-7 and SPDX-LICENCE-8): OR takes
 * its best branch, AND its worst. Linear in the expression's length: no normal form is built.
 */
export function evaluateLicence(expression: LicenceExpression, policy: LicencePolicy): LicenceVerdict {
  if (expression.kind === 'none' || expression.kind === 'no assertion') {
    const licence = formatLicence(expression)
    return { decision: 'review', deciding: [{ licence, decision: 'review', by: expression.kind }] }
  }
  if (expression.kind === 'and' || expression.kind === 'or') {
    const verdicts = expression.parts.map((part) => evaluateLicence(part, policy))
    const sorted = verdicts.map(({ decision }) => decision).sort((a, b) => severity[a] - severity[b])
    const decision = expression.kind === 'or' ? sorted[0]! : sorted.at(-1)!
    const deciding = verdicts.filter((verdict) => verdict.decision === decision).flatMap((verdict) => verdict.deciding)
    return { decision, deciding: distinct(deciding) }
  }
  const decided = decidedLicence(expression as Licence, policy)
  return { decision: decided.decision, deciding: [decided] }
}

const severity: Readonly<Record<LicenceDecision, number>> = { allow: 0, review: 1, deny: 2 }

/** Pair first, then the licence alone: an exception only adds permissions, but one that is not listed is reviewed. */
function decidedLicence(written: Licence, policy: LicencePolicy): DecidedLicence {
  const current = currentLicence(written)
  const licence = formatLicence(current)
  const decisionOf = (each: Licence) => policy.decisions.get(formatLicence(each).toLowerCase())
  const pair = decisionOf(current)
  if (pair) return { licence, decision: pair, by: current.exception ? 'pair' : 'id' }
  if (current.exception && !current.exception.isListed) return { licence, decision: 'review', by: 'exception' }
  const withoutException = { ...current, exception: undefined }
  const single = decisionOf(withoutException) ?? decisionOf({ ...withoutException, orLater: false })
  if (single) return { licence, decision: single, by: 'id' }
  if (current.kind === 'listed') return { licence, decision: policy.otherwise, by: 'default' }
  return { licence, decision: 'review', by: current.kind }
}

function distinct(decided: readonly DecidedLicence[]): DecidedLicence[] {
  return [...new Map(decided.map((each) => [each.licence, each])).values()]
}
