import { nextStart } from '@carapace/shared/msoc/playbooks/schedule'
import type { Org } from '@carapace/shared/core/owned'
import { announceRuns, type PlaybookDeps } from './deps.ts'
import { orgOf } from '../vehicle-actions/orgs.queries.ts'
import { startRun } from './starting.ts'
import { setNextStart, takeScheduled } from './triggers.queries.ts'
import { byItself } from './triggers.ts'

const atOnce = 50

/**
 * Starts the playbooks whose time has come. After a pause of the server one run makes up for all that were missed (rule
 * PLAYBOOK-20).
 */
export async function startDue(deps: PlaybookDeps): Promise<void> {
  const now = new Date()
  const started = await deps.db.transaction(async (tx) => {
    const done: { org: Org; run: string }[] = []
    for (const playbook of await takeScheduled(tx, now, atOnce)) {
      const org = await orgOf(tx, playbook.orgUuid)
      const { trigger } = playbook
      const next = trigger.kind === 'schedule' ? nextStart(trigger.schedule, now) : undefined
      await setNextStart(tx, org, playbook.uuid, next ?? null)
      if (trigger.kind !== 'schedule') continue
      const at = playbook.nextStartAt!.toISOString()
      const run = await startRun(tx, org, {
        ...byItself(playbook),
        kind: 'schedule',
        key: `schedule:${at}`,
        subject: null,
        data: { schedule: { at } },
      })
      if (run !== undefined) done.push({ org, run })
    }
    return done
  })
  for (const { org, run } of started) announceRuns(deps.publisher, org.uuid, [run])
}
