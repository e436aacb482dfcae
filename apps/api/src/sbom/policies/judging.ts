import { evaluateLicence, licencePolicy } from '@carapace/shared/sbom/names/licence-policy'
import { readLicence, unlistedIn } from '@carapace/shared/sbom/names/licences'
import type { LicencePolicy, LicenceVerdict } from '@carapace/shared/sbom/policies.contract'

interface Judged {
  readonly licence: string
  readonly components: number
  readonly verdict: LicenceVerdict
  readonly reason: string
  readonly is_known: boolean
}

const reasons = {
  pair: 'by the policy',
  id: 'by the policy',
  default: 'no list of the policy has it',
  name: 'not an SPDX licence',
  reference: 'defined in the document',
  exception: 'its exception is not listed',
  none: 'stated as none',
  'no assertion': 'nobody looked',
} as const

/** The verdicts of a policy on licences as documents give them (rule SBOM-40). */
export function judgeLicences(
  found: readonly { readonly licence: string; readonly components: number }[],
  { others, missing, ...lists }: LicencePolicy,
): Judged[] {
  const policy = licencePolicy(lists, others)
  return found.map(({ licence, components }): Judged => {
    if (licence === '') return { licence, components, verdict: missing, reason: 'no licence is given', is_known: false }
    const expression = readLicence(licence)
    const { decision, deciding } = evaluateLicence(expression, policy)
    const reason = deciding
      .slice(0, 5)
      .map((each) => `${each.licence.slice(0, 100)}: ${reasons[each.by]}`)
      .join('; ')
    return { licence, components, verdict: decision, reason, is_known: unlistedIn(expression).length === 0 }
  })
}
