import { expect, test } from 'vitest'
import { defaultGuidewords } from '@carapace/shared/functional-safety/guidewords'
import { suggestExposure } from '@carapace/shared/functional-safety/hara.contract'
import { getHazop } from '@carapace/shared/functional-safety/hazop.contract'
import type { SafetyMethodKind } from '@carapace/shared/functional-safety/method-kinds'
import { getSafetyMethods } from '@carapace/shared/functional-safety/methods.contract'
import { shippedSituations } from '@carapace/shared/functional-safety/situation-catalogue'

import { startInstallation } from '../support/installation.ts'
import { analysing } from './safety.fixture.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ENGINEER: engineer, VIEWER: viewer } = alpha.members
const call = (path: string, input: object, token = engineer.token) =>
  site.call(token, `v2/app/functional-safety/methods${path}`, input)

const own = { guidewords: defaultGuidewords.guidewords.slice(0, 2) }

async function saved(input: object) {
  const { status, body } = await call('/save', input)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.method
}

test('[HAZOP-2] [METHOD-2] [METHOD-3] guidewords are drafted, changed, released, and then never change', async () => {
  const draft = await saved({ kind: 'guidewords', name: 'Ours', content: own })
  expect([draft.version, draft.state, draft.programs, draft.content]).toEqual([1, 'draft', 0, own])
  const again = await call('/save', { kind: 'guidewords', name: 'Ours', content: own })
  expect([again.status, again.body.message]).toEqual([422, expect.stringContaining('is a draft already')])
  const target = { kind: 'guidewords', uuid: draft.uuid, revision: 1 }
  const twice = { guidewords: [own.guidewords[0], own.guidewords[0]] }
  const refused = await call('/save', { ...target, name: 'Ours', content: twice })
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([
    400,
    ['content.guidewords.1.key', 'content.guidewords.1.title'],
  ])
  const changed = await saved({ ...target, name: 'Ours', note: 'Fewer', content: own })
  expect([changed.revision, changed.note]).toEqual([2, 'Fewer'])
  expect((await call('/release', target)).status).toBe(409)
  expect((await call('/release', { ...target, revision: 2 })).status).toBe(200)
  const late = await call('/save', { ...target, revision: 3, name: 'Ours', content: own })
  expect([late.status, late.body.message]).toEqual([422, expect.stringContaining('never changes')])
  expect((await saved({ kind: 'guidewords', name: 'Ours', content: own })).version).toBe(2)
  expect((await saved({ kind: 'guidewords', name: 'Default', content: own })).version).toBe(2)
})

test('[SITUATION-6] guidewords and situations are versions apart, and neither is a method of the TARA', async () => {
  const draft = await saved({ kind: 'situations', name: 'Trucks', content: shippedSituations.content })
  const names = async (kind: SafetyMethodKind) =>
    (await site.request(engineer.token, getSafetyMethods, { kind })).methods.map(({ name }) => name)
  expect(await names('situations')).toEqual(['Default', 'Trucks'])
  expect(await names('guidewords')).not.toContain('Trucks')
  const { body } = await site.get(engineer.token, 'v2/app/get-methods', {})
  expect(body.methods).toHaveLength(1)
  const target = { uuid: draft.uuid, revision: 1 }
  expect((await call('/delete', { ...target, kind: 'guidewords' })).status).toBe(404)
  expect((await site.call(engineer.token, 'v2/app/delete-method', target)).status).toBe(404)
  const mixed = await call('/save', { kind: 'guidewords', name: 'x', content: shippedSituations.content })
  expect([mixed.status, Object.keys(mixed.body.errors)]).toEqual([400, ['content']])
  expect((await call('/delete', { ...target, kind: 'situations' })).status).toBe(200)
  expect(await names('situations')).toEqual(['Default'])
})

test('[METHOD-4] [METHOD-6] a program uses a released version, and its HAZOP has these guidewords', async () => {
  const { program, here, ask, make } = await analysing(site, engineer.token)
  await make('function', {})
  const draft = await saved({ kind: 'guidewords', name: 'Two', content: own })
  const use = (uuid: string | null, token = engineer.token) =>
    call('/use', { kind: 'guidewords', program_uuid: program, method_uuid: uuid }, token)
  const early = await use(draft.uuid)
  expect([early.status, early.body.message]).toEqual([422, expect.stringContaining('is a draft')])
  await call('/release', { kind: 'guidewords', uuid: draft.uuid, revision: 1 })
  expect((await use(draft.uuid, viewer.token)).status).toBe(422)
  expect((await use(draft.uuid)).status).toBe(200)
  const { functions, method } = await ask(getHazop, here)
  expect([method.uuid, functions[0]!.cells.length]).toEqual([draft.uuid, 2])
  const { methods, used } = await ask(getSafetyMethods, { ...here, kind: 'guidewords' })
  const uses = (uuid: string | null) => methods.find((one) => one.uuid === uuid)!.programs
  expect([used, uses(draft.uuid)]).toEqual([draft.uuid, 1])
  expect((await use(null)).status).toBe(200)
  expect((await ask(getHazop, here)).method.uuid).toBe(null)
  const audit = await site.sql<{ action: string }[]>`
    SELECT action FROM audit_log WHERE org_uuid = ${alpha.org.uuid} AND subject_uuid = ${program}
      AND action LIKE 'use%'`
  expect(audit.map(({ action }) => action)).toEqual(['use guidewords', 'use guidewords'])
})

test('[SITUATION-6] exposures are suggested by the catalogue that the program uses', async () => {
  const { program, here, ask } = await analysing(site, engineer.token)
  const exposure = { duration: 'E1', frequency: 'E2' }
  const dimensions = [
    { key: 'site', title: 'Site', values: ['mine', 'quarry'].map((key) => ({ key, title: key, exposure })) },
  ]
  const draft = await saved({ kind: 'situations', name: 'Mining', content: { dimensions } })
  const target = { kind: 'situations', uuid: draft.uuid }
  await call('/release', { ...target, revision: 1 })
  await call('/use', { kind: 'situations', program_uuid: program, method_uuid: draft.uuid })
  const { exposure: suggested, title } = await ask(suggestExposure, {
    ...here,
    situation: { site: ['mine'] },
    basis: 'frequency',
  })
  expect([suggested, title]).toEqual(['E2', 'Mine'])
  const shipped = { ...here, situation: { road: ['motorway'] }, basis: 'duration' }
  expect((await site.refusal(engineer.token, suggestExposure, shipped)).status).toBe(400)
})
