import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { Failure } from '@carapace/shared/core/failure'
import { NEVER, Subject } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { aCase } from '../../cases/a-case.ts'
import { anAlert, timeAt, uuidOf } from '../an-alert.ts'
import { opened } from '../queue/queue.ts'
import { alertQueue } from '../queue/queue.store.ts'
import { triageOf } from './triage.ts'
import type { Notice, TriageSources } from './triage-sources.ts'

type UpdateInput = Parameters<TriageSources['update']>[0]
type Answer = Awaited<ReturnType<TriageSources['update']>>

/** Triage over these alerts; the test controls the server's responses. */
function aTriage(alerts: readonly Alert[]) {
  const queue = alertQueue(() => ({ filter: {}, sort: 'newest' }), {
    live: () => NEVER,
    list: () => Promise.reject(new Error('not expected in this test')),
    openAlert: () => undefined,
  })
  queue.setState({
    phase: 'ready',
    queue: opened({ alerts, total: alerts.length, next_cursor: null }, 'e1'),
    cursor: alerts[0]?.uuid ?? null,
  })
  const inputs: UpdateInput[] = []
  const notices: Notice[] = []
  const cases: unknown[] = []
  let escalating: ReturnType<TriageSources['escalate']> = Promise.reject(new Error('not expected in this test'))
  escalating.catch(() => undefined)
  const escalatesTo = (answer: typeof escalating): void => void (escalating = answer)
  const taken: unknown[] = []
  let left: Awaited<ReturnType<TriageSources['takeOut']>> | undefined
  const leaves = (state: typeof left): void => void (left = state)
  const replies = new Subject<Answer | Error>()
  const triage = triageOf(queue, {
    update: (input) => {
      inputs.push(input)
      return new Promise((resolve, reject) => {
        const once = replies.subscribe((reply) => {
          once.unsubscribe()
          if (reply instanceof Error) reject(reply)
          else resolve(reply)
        })
      })
    },
    get: () =>
      Promise.resolve({
        alert: anAlert(1, { seq: 50, status: 'ASSIGNED' }),
        evidence: null,
        changes: [{ seq: 50, at: timeAt(50), kind: 'assign', actor: 'Ana Kuo', detail: { owner: 'Ana Kuo' } }],
        related: [],
        parts: [],
        timers: [],
      }),
    escalate: (uuids, into) => {
      cases.push({ uuids, into })
      return escalating
    },
    takeOut: (...input) => {
      taken.push(input)
      return left ? Promise.resolve(left) : Promise.reject(new Failure('RULE_REFUSED', { message: 'It is closed.' }))
    },
    merge: () => Promise.reject(new Error('not expected in this test')),
    unmerge: () => Promise.reject(new Error('not expected in this test')),
    why: (problem) => (problem instanceof Error ? problem.message : ''),
    notify: (notice) => notices.push(notice),
    open: () => undefined,
  })
  const reply = (...now: Alert[]) =>
    replies.next({ success: true, updated: now.length, unchanged: 0, not_found: 0, alerts: now })
  const unchanged = (alert: Alert) =>
    replies.next({ success: true, updated: 0, unchanged: 1, not_found: 0, alerts: [alert] })
  return {
    queue,
    triage,
    inputs,
    cases,
    escalatesTo,
    taken,
    leaves,
    notices,
    reply,
    unchanged,
    refuse: (failure: Error) => replies.next(failure),
  }
}

const three = () => [anAlert(3), anAlert(2), anAlert(1)]

describe('one alert', () => {
  test('[QUEUE-41] the row shows the pending action, and changes only with the response', async () => {
    const { queue, triage, reply } = aTriage(three())
    const done = triage.acknowledge([anAlert(3)])
    expect(queue.getState().pending.get(uuidOf(3))).toBe('Acknowledging')
    expect(queue.alertOf(uuidOf(3))?.acknowledged_at).toBeNull()
    reply(anAlert(3, { seq: 20, acknowledged_at: timeAt(20) }))
    await done
    expect(queue.getState().pending.size).toBe(0)
    expect(queue.alertOf(uuidOf(3))?.acknowledged_at).toBe(timeAt(20))
  })

  test('[QUEUE-41] two actions at once on the same alert are not possible', async () => {
    const { triage, inputs } = aTriage(three())
    void triage.acknowledge([anAlert(3)])
    await triage.assign([anAlert(3)], 'me')
    expect(inputs).toHaveLength(1)
  })

  test('[QUEUE-42] the change contains the revision that was seen', () => {
    const { triage, inputs } = aTriage(three())
    void triage.acknowledge([anAlert(3, { revision: 7 })])
    expect(inputs[0]).toEqual({ uuids: [uuidOf(3)], revision: 7, change: { acknowledge: true } })
  })

  test('[QUEUE-31] the cursor moves on before the response arrives', () => {
    const { queue, triage } = aTriage(three())
    void triage.close([anAlert(3)], 'LEGITIMATE')
    expect(queue.getState().cursor).toBe(uuidOf(2))
  })

  test('[QUEUE-31] acknowledging and then assigning act on the same alert', async () => {
    const { queue, triage, reply } = aTriage(three())
    const done = triage.acknowledge([anAlert(3)])
    reply(anAlert(3, { seq: 20, acknowledged_at: timeAt(20) }))
    await done
    void triage.assign([queue.alertOf(queue.getState().cursor!)!], 'me')
    expect(queue.getState().cursor).toBe(uuidOf(3))
  })

  test.for([
    { row: { status: 'CLOSED' }, why: 'A closed alert can only be reopened.' },
    { row: { status: 'ASSIGNED' }, why: 'It already was.' },
  ] as const)('[QUEUE-46] a response that changed nothing is reported: $row.status', async ({ row, why }) => {
    const { triage, notices, unchanged } = aTriage(three())
    const done = triage.acknowledge([anAlert(3)])
    unchanged(anAlert(3, row))
    await done
    expect(notices[0]).toMatchObject({ tone: 'warning', text: `ALR-3 not acknowledged. ${why}` })
  })

  test('[QUEUE-46] an alert whose attack came back cannot be reopened beside the new alert', async () => {
    const { triage, notices, unchanged } = aTriage(three())
    const done = triage.reopen([anAlert(3, { status: 'CLOSED' })])
    unchanged(anAlert(3, { status: 'CLOSED' }))
    await done
    expect(notices[0]?.text).toBe('ALR-3 not reopened. The same condition has raised another alert, which is open.')
  })

  test('[QUEUE-44] a conflicting change names the other user, and the row shows the current state', async () => {
    const { queue, triage, notices, refuse } = aTriage(three())
    const done = triage.acknowledge([anAlert(1)])
    refuse(new Failure('ROW_CHANGED'))
    await done
    expect(notices[0]).toMatchObject({
      tone: 'warning',
      text: 'ALR-1 not acknowledged. Changed meanwhile by Ana Kuo: Assigned to Ana Kuo.',
    })
    expect(queue.alertOf(uuidOf(1))?.status).toBe('ASSIGNED')
  })
})

describe('several alerts', () => {
  test('[QUEUE-42] they are sent in calls of at most 500, without a revision', async () => {
    const { triage, inputs, reply } = aTriage(three())
    void triage.acknowledge(Array.from({ length: 501 }, (_, n) => anAlert(n)))
    expect(inputs[0]?.uuids).toHaveLength(500)
    expect(inputs[0]).not.toHaveProperty('revision')
    reply()
    await expect.poll(() => inputs.length).toBe(2)
    expect(inputs[1]?.uuids).toHaveLength(1)
    expect(inputs[1]).not.toHaveProperty('revision')
  })

  test('[QUEUE-43] after the response they are deselected', async () => {
    const { queue, triage, reply } = aTriage(three())
    queue.setState({ selected: new Set([uuidOf(3), uuidOf(2)]) })
    const done = triage.acknowledge([anAlert(3), anAlert(2)])
    reply(anAlert(3, { seq: 20 }), anAlert(2, { seq: 21 }))
    await done
    expect(queue.getState().selected.size).toBe(0)
  })

  test('[QUEUE-43] a refusal is reported and keeps the selection', async () => {
    const { queue, triage, notices, refuse } = aTriage(three())
    queue.setState({ selected: new Set([uuidOf(3), uuidOf(2)]) })
    const done = triage.acknowledge([anAlert(3), anAlert(2)])
    refuse(new Failure('BUSY'))
    await done
    expect(notices[0]).toMatchObject({
      tone: 'error',
      text: '2 alerts not acknowledged. The server is behind. Try again shortly.',
    })
    expect(queue.getState().selected.size).toBe(2)
    expect(queue.getState().pending.size).toBe(0)
  })
})

describe('undo', () => {
  test('[QUEUE-45] assigning is reported, and its undo takes owner, status and acknowledgement back', async () => {
    const { triage, inputs, notices, reply } = aTriage(three())
    const done = triage.assign([anAlert(3)], 'me')
    const owner = { uuid: uuidOf(80), name: 'Ana Kuo' }
    reply(anAlert(3, { seq: 20, owner, status: 'ASSIGNED', acknowledged_by: owner, acknowledged_at: timeAt(20) }))
    await done
    expect(notices[0]).toMatchObject({ text: 'ALR-3 assigned to you.', action: { label: 'Undo', keys: 'z' } })
    notices[0]?.action?.run()
    expect(inputs[1]).toEqual({ uuids: [uuidOf(3)], change: { acknowledge: false, owner: null, status: 'NEW' } })
  })

  test('[QUEUE-45] one notice shows how many of all were restored', async () => {
    const { triage, inputs, notices, reply, unchanged } = aTriage(three())
    const closing = triage.close([anAlert(3, { status: 'PENDING' }), anAlert(2)], 'LEGITIMATE')
    reply(...[3, 2].map((n) => anAlert(n, { seq: 20 + n, status: 'CLOSED', resolution: 'LEGITIMATE' })))
    await closing
    expect(notices.map(({ text }) => text)).toEqual(['2 alerts closed: Legitimate.'])
    notices[0]?.action?.run()
    reply(anAlert(3, { seq: 30, status: 'PENDING' }))
    await expect.poll(() => inputs.length).toBe(3)
    unchanged(anAlert(2, { seq: 30, status: 'CLOSED', resolution: 'LEGITIMATE' }))
    await expect.poll(() => notices.length).toBe(2)
    expect(notices[1]).toMatchObject({ tone: 'warning', text: expect.stringMatching(/^1 of 2 alerts restored\./) })
  })

  test('[QUEUE-45] an alert that was escalated in a case is escalated again', async () => {
    const { triage, inputs, notices, reply } = aTriage(three())
    const closing = triage.close([anAlert(3, { status: 'ESCALATED', case_uuid: uuidOf(90) })], 'LEGITIMATE')
    reply(anAlert(3, { seq: 20, status: 'CLOSED', resolution: 'LEGITIMATE', case_uuid: uuidOf(90) }))
    await closing
    notices[0]?.action?.run()
    expect(inputs[1]?.change).toEqual({ status: 'ESCALATED' })
  })

  test('[QUEUE-45] a closing can be undone, which restores the previous status', async () => {
    const { triage, inputs, notices, reply } = aTriage(three())
    const closing = triage.close([anAlert(3, { status: 'PENDING' })], 'FALSE_POSITIVE')
    reply(anAlert(3, { seq: 20, status: 'CLOSED', resolution: 'FALSE_POSITIVE' }))
    await closing
    expect(notices[0]).toMatchObject({ text: 'ALR-3 closed: False positive.', action: { label: 'Undo' } })
    notices[0]?.action?.run()
    expect(inputs[1]).toEqual({ uuids: [uuidOf(3)], change: { status: 'PENDING' } })
  })

  test('[QUEUE-45] each alert gets its own previous status back', async () => {
    const { triage, inputs, notices, reply } = aTriage(three())
    const closing = triage.close([anAlert(3, { status: 'ESCALATED' }), anAlert(2, { status: 'NEW' })], 'LEGITIMATE')
    reply(...[3, 2].map((n) => anAlert(n, { seq: 20 + n, status: 'CLOSED', resolution: 'LEGITIMATE' })))
    await closing
    notices.at(-1)?.action?.run()
    reply(anAlert(3, { seq: 30, status: 'IN_PROGRESS' }))
    await expect.poll(() => inputs.length).toBe(3)
    expect(inputs.slice(1).map(({ change }) => change.status)).toEqual(['IN_PROGRESS', 'NEW'])
  })
})

describe('escalation', () => {
  const openedCase = aCase(12, { uuid: uuidOf(90), title: 'Torque spoofing', alerts: 1, vehicles: 1 })

  test('[QUEUE-69] the rows show the new status, and a notice links to the case', async () => {
    const { queue, triage, cases, notices, escalatesTo } = aTriage(three())
    escalatesTo(
      Promise.resolve({
        case: openedCase,
        alerts: [anAlert(3, { seq: 20, status: 'ESCALATED', case_uuid: openedCase.uuid }), anAlert(50)],
      }),
    )
    queue.setState({ selected: new Set([uuidOf(3)]) })
    const done = triage.escalate([anAlert(3)], { title: 'Torque spoofing' })
    expect(queue.getState().pending.get(uuidOf(3))).toBe('Escalating')
    expect(queue.getState().cursor).toBe(uuidOf(2))
    await done
    expect(cases).toEqual([{ uuids: [uuidOf(3)], into: { title: 'Torque spoofing' } }])
    expect(queue.alertOf(uuidOf(3))?.status).toBe('ESCALATED')
    expect(queue.alertOf(uuidOf(50))).toBeUndefined()
    expect(notices[0]).toMatchObject({ text: 'ALR-3 escalated to CAS-12.', toCase: { uuid: openedCase.uuid } })
    expect([queue.getState().selected.size, queue.getState().pending.size]).toEqual([0, 0])
  })

  test('[QUEUE-69] a refusal is reported, and the rows stay unchanged', async () => {
    const { queue, triage, notices, escalatesTo } = aTriage(three())
    escalatesTo(Promise.reject(new Failure('INVALID_INPUT', { message: 'ALR-3 is closed.' })))
    await triage.escalate([anAlert(3)], { caseUuid: uuidOf(90) })
    expect(notices[0]).toMatchObject({ tone: 'error', text: 'ALR-3 not escalated. ALR-3 is closed.' })
    expect([queue.alertOf(uuidOf(3))?.status, queue.getState().pending.size]).toEqual(['NEW', 0])
  })

  async function escalated() {
    const all = aTriage(three())
    all.escalatesTo(
      Promise.resolve({
        case: openedCase,
        alerts: [3, 2].map((n) => anAlert(n, { seq: 20 + n, status: 'ESCALATED', case_uuid: openedCase.uuid })),
      }),
    )
    const targets = [anAlert(3), anAlert(2, { status: 'IN_PROGRESS', acknowledged_at: timeAt(2) })]
    await all.triage.escalate(targets, { title: 'Torque spoofing' })
    return all
  }

  test('[QUEUE-45] its undo takes the alerts out of the case, closes it, and restores each alert', async () => {
    const { notices, inputs, taken, leaves, reply } = await escalated()
    leaves({ ...openedCase, stage: 'CLOSED' })
    expect(notices[0]?.action).toMatchObject({ label: 'Undo', keys: 'z' })
    notices[0]?.action?.run()
    await expect.poll(() => inputs.length).toBe(1)
    expect(taken).toEqual([[[uuidOf(3), uuidOf(2)], openedCase.uuid, true]])
    expect(inputs[0]).toEqual({ uuids: [uuidOf(3)], change: { acknowledge: false, status: 'NEW' } })
    reply(anAlert(3, { seq: 30 }))
    await expect.poll(() => inputs.length).toBe(2)
    reply(anAlert(2, { seq: 31, status: 'IN_PROGRESS', acknowledged_at: timeAt(2) }))
    await expect.poll(() => notices.length).toBe(2)
    expect(notices[1]?.text).toBe('Undone: 2 alerts restored. CAS-12 is closed.')
  })

  test('[QUEUE-45] a case that takes no alerts out is reported, and the alerts stay escalated', async () => {
    const { notices, inputs } = await escalated()
    notices[0]?.action?.run()
    await expect.poll(() => notices.length).toBe(2)
    expect(notices[1]).toMatchObject({ tone: 'error', text: '2 alerts not taken out of CAS-12. It is closed.' })
    expect(inputs).toEqual([])
  })
})
