import type { NotificationKind } from '@carapace/shared/core/notification-kinds'
import type { Org } from '@carapace/shared/core/owned'
import type { BomFault } from '@carapace/shared/sbom/documents/bom'
import type { SoftwarePolicies } from '@carapace/shared/sbom/policies.contract'
import type { Tx } from '../../core/db.ts'
import type { NewNotification } from '../../core/notifications.ts'
import type { Services } from '../../module.ts'
import { judgeLicences } from '../policies/judging.ts'
import { licencesIn } from '../policies/policies.queries.ts'
import { releaseTitle } from '../software/releases.queries.ts'
import type { PlacedDocument } from './documents.queries.ts'

/** What reading documents notifies people of. */
export const documentNotificationKinds: readonly NotificationKind[] = [
  {
    kind: 'bom-unreadable',
    category: 'sbom',
    title: 'A bill of materials could not be read',
    channels: ['in_app', 'email'],
  },
  {
    kind: 'bom-quality',
    category: 'sbom',
    title: 'A bill of materials has fewer points than the policy wants',
    channels: ['in_app'],
  },
  {
    kind: 'licence-denied',
    category: 'sbom',
    title: 'A release has components with licences that the policy denies',
    channels: ['in_app', 'email'],
  },
]

/** Licences of a document that are judged, the most frequent first. */
const mostLicences = 2_000
const linesShown = 10

type Service = Partial<Pick<Services, 'notifications'>>
type Document = Pick<PlacedDocument, 'uuid' | 'releaseUuid' | 'fileName'>

/** Notifies of a document that could not be read, with its first faults (rule SBOM-60). */
export async function notifyOfFaults(
  tx: Tx,
  org: Org,
  services: Service,
  document: Document,
  faults: readonly BomFault[],
): Promise<void> {
  const lines = faults.map(({ place, message }) => (place === '' ? message : `${place}: ${message}`))
  await notify(tx, org, services, document, {
    kind: 'bom-unreadable',
    urgency: 'high',
    what: `${document.fileName} could not be read`,
    lines,
    tab: 'documents',
  })
}

/** Notifies of too few points, and of denied licences, of a document that its release uses (rule SBOM-60). */
export async function notifyOfPolicies(
  tx: Tx,
  org: Org,
  services: Service,
  document: Document,
  { policies, score }: { readonly policies: SoftwarePolicies; readonly score: number | null },
): Promise<void> {
  if (!services.notifications) return
  const { profile, least } = policies.quality
  if (score !== null && score < least)
    await notify(tx, org, services, document, {
      kind: 'bom-quality',
      urgency: 'normal',
      what: `${Math.round(score)} of 100 points by ${profile}; the policy wants ${least}`,
      lines: [],
      tab: 'quality',
    })
  const found = await licencesIn(tx, org, document.uuid, mostLicences)
  const denied = judgeLicences(found, policies.licences).filter(({ verdict }) => verdict === 'deny')
  if (denied.length === 0) return
  const components = denied.reduce((sum, each) => sum + each.components, 0)
  await notify(tx, org, services, document, {
    kind: 'licence-denied',
    urgency: 'high',
    what: `${components === 1 ? 'a component' : `${components} components`} with denied licences`,
    lines: denied.map(({ licence, components: count }) => `${licence.slice(0, 100) || 'No licence'}: ${count}`),
    tab: 'licences',
  })
}

interface Notice extends Pick<NewNotification, 'kind' | 'urgency'> {
  /** The title, behind the name of the release. */
  readonly what: string
  readonly lines: readonly string[]
  /** The tab of the release's page. */
  readonly tab: string
}

/** A build that sends the same faults again is counted on the notification of before. */
async function notify(
  tx: Tx,
  org: Org,
  services: Service,
  { releaseUuid }: Document,
  { kind, urgency, what, lines, tab }: Notice,
): Promise<void> {
  if (!services.notifications) return
  const name = await releaseTitle(tx, org, releaseUuid)
  const more = lines.length > linesShown ? [`and ${lines.length - linesShown} more`] : []
  await services.notifications.add(tx, org, {
    kind,
    urgency,
    title: `${name}: ${what}`,
    text: [...lines.slice(0, linesShown), ...more].join('\n'),
    href: `/org/sbom/sbom-dashboard?release=${releaseUuid}&tab=${tab}`,
    to: { permission: 'software.manage' },
    dedupKey: releaseUuid,
  })
}
