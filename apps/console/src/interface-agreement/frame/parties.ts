import type { Agreement } from '@carapace/shared/interface-agreement/agreements.contract'
import type { RowState } from '@carapace/shared/interface-agreement/negotiation'
import type { Side } from '@carapace/shared/interface-agreement/row'
import { date } from '../../core/format/format.ts'
import { counted } from '../words.ts'

type Parties = Pick<Agreement, 'signed' | 'side' | 'drafts' | 'waiting' | 'invitation' | 'parties' | 'is_sent'>

/** The last signature of a side, as text. */
export function signedText({ signed }: Pick<Agreement, 'signed'>, side: Side): string {
  const own = signed.filter((each) => each.side === side)
  const version = Math.max(0, ...own.map((each) => each.version ?? 0))
  const last = own.findLast((each) => each.version === version)
  const present = own.filter((each) => each.version === null).length
  if (present > 0) return `Signed as it is now by ${counted(present, 'person', 'people')}`
  return last ? `Signed version ${version}, ${date(last.at)}` : 'Not signed yet'
}

/** What a side has not sent, or proposes to the reader; undefined: nothing. */
export function openText(agreement: Parties, side: Side): string | undefined {
  const { side: mine, drafts, waiting, invitation, parties } = agreement
  if (side === mine) return drafts.length > 0 ? `${counted(drafts.length, 'change')} not sent` : undefined
  if (parties.some((party) => party.side === side && party.joined_at !== null))
    return waiting > 0 ? `${counted(waiting, 'proposal')} to you` : undefined
  if (invitation?.state === 'declined') return 'Declined the invitation'
  return invitation ? `Invited until ${date(invitation.expires_at)}` : undefined
}

/** The rows of the bar: those that are agreed first, then those in negotiation, then the others. */
export function barOf({ sheet }: Pick<Agreement, 'sheet'>): readonly RowState[] {
  const order: readonly RowState[] = ['accepted', 'proposed', 'not-accepted', 'draft']
  return sheet
    .filter(({ row }) => !row.is_heading)
    .map(({ state }) => state)
    .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
}
