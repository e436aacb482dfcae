import type { Reader } from '@carapace/shared/interface-agreement/access'
import type { Side } from '@carapace/shared/interface-agreement/row'
import type { Tx } from '../core/db.ts'
import type { NewNotification } from '../core/notifications.ts'
import type { Services } from '../module.ts'
import type { Party } from './party.ts'
import { organisationsOf, readersOf } from './sides.queries.ts'

interface SideNotice extends Pick<NewNotification, 'kind' | 'title' | 'text' | 'dedupKey'> {
  readonly urgency?: NewNotification['urgency']
  /** The page of the agreement that shows it; the table, if it is absent. */
  readonly page?: 'information-exchange' | 'compliance' | 'cover'
  /** The row that it is about. */
  readonly row?: number
  /** Who of the team may learn it; all who take part in the agreement, if it is absent. */
  readonly mayLearn?: (reader: Reader) => boolean
}

/** The page of an agreement in the console, or of a row of it. */
export function agreementHref(agreementUuid: string, page: string, row?: number): string {
  const at = row === undefined ? '' : `&row=${row}`
  return `/org/interface-agreement/${page}?agreement=${agreementUuid}${at}`
}

/**
 * Notifies the members of a side's team in the caller's transaction; nobody, while that side has not joined.
 *
 * @returns delivers it at once instead of within seconds: call it after the commit
 */
export async function notifySide(
  tx: Tx,
  services: Partial<Pick<Services, 'notifications'>>,
  party: Party,
  side: Side,
  { page = 'information-exchange', row, mayLearn = () => true, urgency = 'normal', ...notice }: SideNotice,
): Promise<() => void> {
  const { notifications } = services
  const there = (await organisationsOf(tx, party)).get(side)
  const readers = there ? (await readersOf(tx, party, side)).filter(mayLearn) : []
  if (!there || !notifications || readers.length === 0) return () => undefined
  await notifications.add(tx, there.org, {
    ...notice,
    urgency,
    href: agreementHref(party.agreementUuid, page, row),
    to: { users: readers.map(({ userUuid }) => userUuid) },
    except: party.user.uuid,
  })
  return () => notifications.wake(there.org)
}
