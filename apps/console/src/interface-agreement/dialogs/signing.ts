import type { Agreement } from '@carapace/shared/interface-agreement/agreements.contract'
import type { TeamMember } from '@carapace/shared/interface-agreement/pages.contract'

type Signing = Pick<
  Agreement,
  'is_sent' | 'parties' | 'state' | 'agreed' | 'rows' | 'version' | 'is_amended' | 'may_sign'
>

/** Why the user cannot sign the agreement as it is now; undefined: they can (rule AGREEMENT-UI-6). */
export function whyNotSign(agreement: Signing, hasSigned: boolean): string | undefined {
  const { is_sent: isSent, parties, state, agreed, rows, version, is_amended: isAmended, may_sign: maySign } = agreement
  if (!isSent || parties.filter((party) => party.joined_at !== null).length < 2)
    return 'The other side has not joined yet.'
  if (state !== 'accepted') return `All work products have to be agreed first: ${agreed} of ${rows} are.`
  if (version > 0 && !isAmended) return `Nothing has changed since version ${version} was signed.`
  if (hasSigned) return 'You have signed. The other signatories have not yet.'
  return maySign ? undefined : 'You are not a signatory: the cybersecurity team states who signs.'
}

/** The signatories of both sides, each with the day on which they signed the present state. */
export function signatoriesOf(team: readonly TeamMember[], signed: Agreement['signed']) {
  return team
    .filter((member) => member.is_signatory)
    .map(({ uuid, side, name, role }) => ({
      uuid,
      side,
      name,
      role,
      at: signed.find((each) => each.version === null && each.side === side && each.name === name)?.at,
    }))
}
