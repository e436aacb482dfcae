import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import type { NotificationKind } from '@carapace/shared/core/notification-kinds'
import type { Caller } from '../../core/http/caller.ts'
import type { NewNotification } from '../../core/notifications.ts'
import { type ArtefactRow, codeOfRow } from '../artefacts/artefacts.queries.ts'

/** What users are notified of about reviews. */
export const reviewNotificationKinds: readonly NotificationKind[] = [
  { kind: 'review-requested', category: 'engineering', title: 'My review is requested', channels: ['in_app', 'push'] },
  { kind: 'review-decided', category: 'engineering', title: 'A review that I requested was decided' },
]

/** The reviewer of an artefact is notified of the request (rule REVIEW-NOTICE-1). */
export function reviewRequested(
  row: ArtefactRow,
  { user }: Caller,
  reviewerUuid: string,
  note: string,
): NewNotification {
  return {
    kind: 'review-requested',
    urgency: 'normal',
    title: `Review requested: ${codeOfRow(row)} ${row.title}`,
    text: note === '' ? `${user.name} requests your review.` : `${user.name}: ${note}`,
    href: pageOf(row),
    to: { users: [reviewerUuid] },
    except: user.uuid,
  }
}

/** The requester of a review is notified of its decision (rule REVIEW-NOTICE-1). */
export function reviewDecided(
  row: ArtefactRow,
  { user }: Caller,
  requesterUuid: string,
  { decision, reason }: { readonly decision: 'approved' | 'rejected'; readonly reason: string },
): NewNotification {
  return {
    kind: 'review-decided',
    urgency: decision === 'rejected' ? 'normal' : 'low',
    title: `${decision === 'rejected' ? 'Rejected' : 'Approved'}: ${codeOfRow(row)} ${row.title}`,
    text: reason === '' ? `By ${user.name}.` : `${user.name}: ${reason}`,
    href: pageOf(row),
    to: { users: [requesterUuid] },
    except: user.uuid,
  }
}

function pageOf(row: ArtefactRow): string {
  const search = new URLSearchParams({ programId: row.programUuid, open: codeOfRow(row) })
  return `${artefactKindNamed(row.kind)!.page}?${search}`
}
