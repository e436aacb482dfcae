import { expect, test, vi } from 'vitest'
import { createCase } from '@carapace/shared/msoc/cases/cases.contract'
import type { PlaybookGraph, Trigger } from '@carapace/shared/msoc/playbooks/playbook'
import { graphOf, node } from '@carapace/shared/msoc/playbooks/playbooks.fixture'
import { enablePlaybook, savePlaybook } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import {
  cancelPlaybookRun,
  decideApproval,
  getPlaybookRun,
  listPlaybookRuns,
  listWaitingSteps,
  retryPlaybookRun,
  startPlaybookRun,
} from '@carapace/shared/msoc/playbooks/runs.contract'
import { decideVehicleAction, listVehicleActions } from '@carapace/shared/msoc/vehicle-actions/vehicle-actions.contract'
import { idsEvent, theAlert } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ADMIN: admin, ANALYST: analyst, ENGINEER: engineer, VIEWER: viewer } = alpha.members
await site.sql`UPDATE users SET role = 'ANALYST' WHERE uuid = ${engineer.uuid}`

let count = 0
async function alertOf() {
  const vin = `PEOPLE${++count}`
  await site.post(alpha.key, [idsEvent(vin)])
  return theAlert(site, alpha, { vehicle: vin })
}

/** Saves and enables a playbook, by default as the analyst. */
async function enabled(trigger: Trigger, graph: PlaybookGraph, token = analyst.token): Promise<string> {
  const { playbook } = await site.request(token, savePlaybook, {
    name: `Playbook ${++count}`,
    description: '',
    tags: [],
    trigger,
    graph,
  })
  const { uuid, revision } = playbook
  await site.request(token, enablePlaybook, { uuid, revision, version: 1 })
  return uuid
}

const got = (uuid: string) => site.request(admin.token, getPlaybookRun, { uuid })

/** Waits until the run asks for an approval; returns the step. */
async function asked(run: string) {
  return vi.waitFor(
    async () => {
      const { steps } = await got(run)
      const step = steps.find(({ waiting }) => waiting?.kind === 'approval')
      if (!step) throw new Error('It does not wait yet.')
      return step
    },
    { timeout: 20_000, interval: 50 },
  )
}

const people = { kind: 'role', role: 'ANALYST' }
const approval = (approvals: 1 | 2) =>
  node('ask', 'approval', { question: 'Do it?', people, approvals, expires_after_minutes: 10 })
const reset = node('act', 'vehicle_action', {
  vin: '{{ alert.vehicle.vin }}',
  action: 'enter_safe_mode',
  parameters: {},
  expires_after_minutes: 10,
})
const acting = graphOf([approval(1), reset], 'ask.approved>act')
const manual: Trigger = { kind: 'manual', subject: 'alert' }
const approve = (step: string) => ({ step_uuid: step, decision: 'approve', comment: '' }) as const

test('[PLAYBOOK-15] who enabled a playbook does not approve the runs that no person started', async () => {
  const uuid = await enabled({ kind: 'alert', matchers: null }, graphOf([approval(1)], ''))
  await alertOf()
  const run = await vi.waitFor(
    async () => {
      const { runs } = await site.request(admin.token, listPlaybookRuns, { playbook: uuid })
      if (!runs[0]) throw new Error('Nothing has started yet.')
      return runs[0].uuid
    },
    { timeout: 20_000, interval: 50 },
  )
  const { uuid: step } = await asked(run)
  expect(await site.refusal(analyst.token, decideApproval, approve(step))).toMatchObject({
    status: 422,
    message: expect.stringContaining('somebody else'),
  })
  await site.request(engineer.token, decideApproval, approve(step))
})

test('[PLAYBOOK-15] the approval of somebody who may not approve any more does not count', async () => {
  const uuid = await enabled(manual, graphOf([approval(2)], ''))
  const subject = { kind: 'alert', uuid: (await alertOf()).uuid } as const
  const { run } = await site.request(analyst.token, startPlaybookRun, { uuid, subject })
  const { uuid: step } = await asked(run.uuid)
  await site.request(engineer.token, decideApproval, approve(step))
  await site.sql`UPDATE users SET role = 'VIEWER' WHERE uuid = ${engineer.uuid}`
  await site.request(admin.token, decideApproval, approve(step))
  expect((await asked(run.uuid)).waiting).toMatchObject({ approvals: [{ by: 'Alpha admin' }] })
  await site.sql`UPDATE users SET role = 'ANALYST' WHERE uuid = ${engineer.uuid}`
  await site.request(engineer.token, decideApproval, approve(step))
  await vi.waitFor(async () => expect((await got(run.uuid)).run.state).toBe('SUCCEEDED'), 20_000)
})

/** An approved action that its vehicle has not fetched, with its run. */
async function approvedAction() {
  const alert = await alertOf()
  const uuid = await enabled(manual, acting)
  const subject = { kind: 'alert', uuid: alert.uuid } as const
  const { run } = await site.request(analyst.token, startPlaybookRun, { uuid, subject })
  await site.request(engineer.token, decideApproval, approve((await asked(run.uuid)).uuid))
  const vin = alert.vehicle!.vin
  const action = await vi.waitFor(
    async () => {
      const { actions } = await site.request(admin.token, listVehicleActions, { vehicle: vin })
      if (!actions[0]) throw new Error('Nothing is requested yet.')
      return actions[0]
    },
    { timeout: 20_000, interval: 50 },
  )
  expect(action.state).toBe('APPROVED')
  return { run: run.uuid, vin, uuid: action.uuid }
}

const stateOf = async (vin: string) =>
  (await site.request(admin.token, listVehicleActions, { vehicle: vin })).actions[0]!.state

test('[VEHICLE-ACTION-9] what a vehicle has not got is refused with the run that requested it', async () => {
  const { run, vin } = await approvedAction()
  await site.request(analyst.token, cancelPlaybookRun, { uuid: run })
  expect(await stateOf(vin)).toBe('REFUSED')
})

test('[VEHICLE-ACTION-9] what a vehicle has not got is refused by a person, and its run goes on', async () => {
  const { run, vin, uuid } = await approvedAction()
  await site.request(engineer.token, decideVehicleAction, { uuid, decision: 'refuse', comment: 'Not now.' })
  expect(await stateOf(vin)).toBe('REFUSED')
  await vi.waitFor(async () => expect((await got(run)).run.state).not.toBe('WAITING'), 20_000)
})

test('[CASE-9] of runs about a need-to-know case others see nothing, and change nothing', async () => {
  const called = await enabled({ kind: 'called', inputs: [] }, graphOf([approval(1)], ''))
  const calling = graphOf([node('sub', 'sub_playbook', { playbook_uuid: called, inputs: {} })], '')
  const uuid = await enabled({ kind: 'case', on: ['opened'] }, calling, admin.token)
  const { case: hidden } = await site.request(admin.token, createCase, {
    title: 'Hidden',
    need_to_know: true,
    alert_uuids: [],
  })
  const runs = await vi.waitFor(
    async () => {
      const { runs: found } = await site.request(admin.token, listPlaybookRuns, { subject: hidden.uuid })
      if (found.length < 2) throw new Error('Both have not started yet.')
      return found
    },
    { timeout: 20_000, interval: 50 },
  )
  const child = runs.find(({ playbook_uuid: of }) => of === called)!
  const parent = runs.find(({ playbook_uuid: of }) => of === uuid)!
  const step = await asked(child.uuid)
  const waiting = async (token: string) =>
    (await site.request(token, listWaitingSteps, { mine: false })).steps.filter(({ run }) => run.uuid === child.uuid)
  expect(await waiting(viewer.token)).toEqual([])
  expect((await site.request(viewer.token, listPlaybookRuns, { subject: hidden.uuid })).runs).toEqual([])
  for (const run of [child.uuid, parent.uuid]) {
    expect((await site.refusal(analyst.token, getPlaybookRun, { uuid: run })).status).toBe(404)
    expect((await site.refusal(analyst.token, cancelPlaybookRun, { uuid: run })).status).toBe(404)
    const retry = { uuid: run, step_uuid: step.uuid }
    expect((await site.refusal(analyst.token, retryPlaybookRun, retry)).status).toBe(404)
  }
  // an analyst is among those who are asked
  expect(await waiting(analyst.token)).toHaveLength(1)
  await site.request(analyst.token, decideApproval, approve(step.uuid))
})

test('[VEHICLE-ACTION-4] a name means the vehicle with this VIN before one with this device id', async () => {
  const older = await alertOf()
  const { vin } = await approvedAction()
  await site.sql`UPDATE vehicles SET device_id = ${vin} WHERE vin = ${older.vehicle!.vin}`
  const response = await fetch(`http://127.0.0.1:${site.ingest.port}/ingest/v1/actions?vehicle=${vin}`, {
    headers: { authorization: `Bearer ${alpha.key}` },
  })
  expect(((await response.json()) as { actions: unknown[] }).actions).toHaveLength(1)
})
