import { Failure } from '@carapace/shared/core/failure'
import { maySeeProgram } from '@carapace/shared/graph/members/membership'
import { alertScenariosChannel } from '@carapace/shared/lifecycle/sightings/sightings.contract'
import type { Database } from '../../core/db.ts'
import type { ChangeFeed } from '../../core/live/change-feed.ts'
import { liveChannel } from '../../core/live/live.ts'
import { readsOnce, type SharedReads } from '../../core/live/shared-reads.ts'
import { mostScenarios } from './matching-scenarios.ts'
import { isAlert, scenariosOf } from './matching-scenarios.queries.ts'

/**
 * The threat scenarios that match an alert, live, from the programs that the viewer sees (rule SIGHTING-13). Viewers of
 * the same alert who see all programs share the reads.
 */
export const alertScenariosLive = (db: Database, feed: ChangeFeed) =>
  liveChannel(alertScenariosChannel, async ({ caller, params: { alert_uuid: alertUuid }, outlet }) => {
    const { org, user } = caller
    if (!(await isAlert(db, org, alertUuid))) throw new Failure('NOT_FOUND')
    const whose = maySeeProgram({ role: user.role, programRole: null }) ? 'all' : user.uuid
    const read = (round: SharedReads) =>
      round(`scenarios of ${alertUuid} for ${whose}`, async () => {
        const scenarios = await scenariosOf(db, caller, alertUuid, mostScenarios)
        return JSON.stringify({ threats: scenarios.map(({ row }) => row.uuid) })
      })
    let sent = await read(readsOnce())
    let latest = sent
    let seq = 0
    outlet.snapshot(alertUuid, seq, sent)
    return {
      turn() {
        if (latest === sent) return undefined
        sent = latest
        return { seq: ++seq, data: [sent] }
      },
      close: feed.follow(org, async (round) => void (latest = await read(round))),
    }
  })
