import { expect, vi } from 'vitest'
import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { type Case, createCase, getCase } from '@carapace/shared/msoc/cases/cases.contract'
import type { InputOf } from '@carapace/shared/core/endpoint'
import { idsEvent, theAlert } from '../../support/events.ts'
import type { Installation, Organisation } from '../../support/installation.ts'

let vehicles = 0

/** Opens cases over new alerts, by default as the analyst. */
export function caseCalls(site: Installation, org: Organisation) {
  /** New vehicles with one open alert each. */
  async function raised(count: number): Promise<Alert[]> {
    const vins = Array.from({ length: count }, () => `CASEVEHICLE${++vehicles}`)
    if (vins.length > 0)
      await site.post(
        org.key,
        vins.map((vin) => idsEvent(vin)),
      )
    return Promise.all(vins.map((vehicle) => theAlert(site, org, { vehicle })))
  }

  async function opened(
    count = 1,
    more: Partial<InputOf<typeof createCase>> = {},
    token = org.members.ANALYST.token,
  ): Promise<{ case: Case; uuid: string; alerts: Alert[] }> {
    const alerts = await raised(count)
    const input = { title: 'A case', alert_uuids: alerts.map(({ uuid }) => uuid), ...more }
    const { case: made } = await site.request(token, createCase, input)
    return { case: made, uuid: made.uuid, alerts }
  }

  /** Resolves when so many calls wait for a lock. Background rounds, which may wait too, do not lock cases. */
  async function untilWaiting(count: number): Promise<void> {
    await vi.waitFor(
      async () => {
        const waiting = await site.sql<{ query: string }[]>`SELECT query
          FROM pg_stat_activity
          WHERE datname = current_database()
          AND wait_event_type = 'Lock'`
        expect(
          waiting.filter(({ query }) => /case/.test(query)),
          JSON.stringify(waiting),
        ).toHaveLength(count)
      },
      { timeout: 20_000 },
    )
  }

  return {
    raised,
    untilWaiting,
    opened,
    /** A case as a member sees it. */
    got: (uuid: string, token = org.members.ADMIN.token) => site.request(token, getCase, { uuid }),
  }
}
