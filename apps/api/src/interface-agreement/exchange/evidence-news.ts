import { topics } from '@carapace/shared/account/topics'
import type { OrgUuid } from '@carapace/shared/core/owned'
import { inRounds, type Rounds } from '@carapace/shared/core/rounds'
import type { Deps } from '../../module.ts'
import { announceAgreement } from '../agreement.live.ts'
import { agreementsOfChanged } from './evidence-news.queries.ts'

/** Without a change of a graph there is nothing to do: the bus wakes the rounds. */
const pauseMs = 600_000
const secondMs = 1_000

type NewsDeps = Pick<Deps, 'db' | 'bus' | 'publisher' | 'onError'>

/**
 * Reports to whoever has an agreement open that artefacts changed which are its evidence, so that a page of what is due
 * is read again (rule AGREEMENT-35). At most once a second, however often graphs change; a lost message costs nothing
 * but a page that is read later.
 */
export function createEvidenceNews(
  { db, bus, publisher, onError }: NewsDeps,
  restMs = secondMs,
): { start: () => void; stop: () => Promise<void> } {
  let changed = new Set<OrgUuid>()
  let lookedAt = 0
  let unsubscribe: (() => void) | undefined
  const rounds: Rounds = inRounds(pauseMs, look, onError)

  async function look(): Promise<void> {
    const wait = lookedAt + restMs - Date.now()
    if (wait > 0 && changed.size > 0) await new Promise((resume) => setTimeout(resume, wait))
    const orgs = changed
    changed = new Set()
    if (orgs.size === 0) return
    lookedAt = Date.now()
    for (const uuid of await agreementsOfChanged(db, [...orgs])) announceAgreement(publisher, uuid, 'exchange')
  }

  return {
    start() {
      unsubscribe = bus.subscribe(topics.allGraphs, (orgs) => {
        for (const org of orgs) changed.add(org as OrgUuid)
        rounds.wake()
      })
      rounds.start()
    },
    async stop() {
      unsubscribe?.()
      await rounds.stop()
    },
  }
}
