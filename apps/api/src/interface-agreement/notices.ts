import type { Urgency } from '@carapace/shared/core/notification-kinds'
import type { Org } from '@carapace/shared/core/owned'
import type { Reader } from '@carapace/shared/interface-agreement/access'
import type { Side } from '@carapace/shared/interface-agreement/row'
import type { Tx } from '../core/db.ts'
import type { Services } from '../module.ts'
import { teamToNotify } from './notices.queries.ts'
import type { Party } from './party.ts'

export interface AgreementNotice {
  readonly kind:
    'agreement-proposal' | 'agreement-comment' | 'agreement-delivery' | 'agreement-signed' | 'agreement-overdue'
  readonly urgency?: Urgency
  /** One line; it goes to mails and chats, too: no values of the agreement in it (rule AGREEMENT-9). */
  readonly title: string
  readonly text?: string
  /** The page below /org/interface-agreement; absent: the table. */
  readonly page?: 'information-exchange' | 'cover' | 'glossary' | 'cybersecurity-team' | 'compliance'
  /** The row that it is about: third parties who are invited for it are notified, too. */
  readonly row?: number
  /** Whom of those the level of the row lets know of it; absent: all of them. */
  readonly mayLearn?: (reader: Reader) => boolean
}

/**
 * Notifies the team members of a side, except who causes it, in the transaction of the change. Notices of one kind
 * about the same row, or the whole agreement, within an hour are counted on the first.
 *
 * @returns the organisation to wake after the commit; undefined: nobody has joined on this side
 */
export async function notifySide(
  tx: Tx,
  services: Services,
  party: Pick<Party, 'agreementUuid' | 'user'>,
  side: Side,
  { kind, urgency = 'normal', title, text, page = 'information-exchange', row, mayLearn }: AgreementNotice,
): Promise<Org | undefined> {
  const team = await teamToNotify(tx, party, side, row, mayLearn)
  if (!team || team.users.length === 0) return undefined
  await services.notifications?.add(tx, team.org, {
    kind,
    urgency,
    title,
    ...(text !== undefined && { text }),
    href: agreementHref(party.agreementUuid, page, row),
    to: { users: team.users },
    except: party.user.uuid,
    dedupKey: `${kind} ${party.agreementUuid} ${row ?? 'whole'}`,
  })
  return team.org
}

/** The page of an agreement in the console, or of a row of it. */
export function agreementHref(agreementUuid: string, page: string, row?: number): string {
  const search = new URLSearchParams({ agreement: agreementUuid, ...(row !== undefined && { row: String(row) }) })
  return `/org/interface-agreement/${page}?${search}`
}

/** Delivers what was added for an organisation now, instead of within seconds. Call it after the commit. */
export function wakeSide(services: Services, org: Org | undefined): void {
  if (org) services.notifications?.wake(org)
}
