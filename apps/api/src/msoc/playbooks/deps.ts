import type { Publisher } from '@carapace/shared/core/bus/bus'
import type { OrgUuid } from '@carapace/shared/core/owned'
import type { Seal } from '@carapace/shared/core/sealed'
import type { Database } from '../../core/db.ts'
import type { Outgoing } from '../../core/outgoing/guarded.ts'
import type { Services } from '../../module.ts'
import type { Analyses } from '../observables/analyze/analyses.ts'

/** The dependencies of playbooks: of their calls and of the runner. */
export interface PlaybookDeps {
  readonly db: Database
  readonly publisher: Publisher
  readonly outgoing: Outgoing
  readonly services: Partial<Services>
  readonly seal: Seal
  readonly analyses: Analyses
  readonly onError: (error: unknown) => void
}

/** Messages about runs, for one organisation; an item is the uuid of a run that changed. */
export const runTopics = {
  runs: (org: OrgUuid) => `${org}.playbook-runs`,
  /** For the runners of all organisations: something is due. An item is an organisation's uuid. */
  due: 'all.playbooks-due',
}

export function announceRuns(publisher: Publisher, org: OrgUuid, uuids: readonly string[]): void {
  if (uuids.length === 0) return
  publisher.publish(runTopics.runs(org), [...uuids])
  publisher.publish(runTopics.due, [org])
}
