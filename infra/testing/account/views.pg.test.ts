import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { listViews, type SavedView } from '@carapace/shared/account/views.contract'

import { type Member, startInstallation } from '../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const bravo = await site.organisation('Bravo')
const { ADMIN: admin, ANALYST: analyst, ENGINEER: engineer, VIEWER: viewer } = alpha.members

const view = '/org/lifecycle/projects/view'
const development = '/org/lifecycle/projects/product-development'
const mine = { page: '/org/msoc/dashboard/alert-management', name: 'Mine', search: { status: 'NEW', sort: 'risk' } }
const save = ({ token }: Member, fields: object) => site.call(token, 'v2/app/views/save', { ...mine, ...fields })
const remove = ({ token }: Member, uuid: string) => site.call(token, 'v2/app/views/delete', { uuid })
const namesOf = async ({ token }: Member, page = mine.page) =>
  (await site.request(token, listViews, { page })).views.map(({ name }: SavedView) => name)

async function saved(by: Member, fields: object = {}): Promise<SavedView> {
  const { status, body, text } = await save(by, fields)
  expect(status, text).toBe(200)
  return body.view
}

test('[VIEW-1] only its owner sees a private view; the whole organisation sees shared ones, by name', async () => {
  expect(await saved(analyst)).toMatchObject({
    ...mine,
    shared: false,
    owner: { uuid: analyst.uuid, name: 'Alpha analyst' },
    revision: 1,
  })
  await saved(analyst, { name: "Everybody's", shared: true })
  await saved(analyst, { name: 'Elsewhere', page: '/org/msoc/dashboard/case-management', shared: true })

  expect(await namesOf(analyst)).toEqual(["Everybody's", 'Mine'])
  for (const other of [admin, engineer, viewer]) expect(await namesOf(other)).toEqual(["Everybody's"])
  expect(await namesOf(bravo.members.ADMIN)).toEqual([])
})

test('[VIEW-2] a view is changed at its current revision; a change of an older revision is refused', async () => {
  const view = await saved(engineer, { name: 'First' })
  const changed = await saved(engineer, { uuid: view.uuid, revision: 1, name: 'Second', search: {} })
  expect(changed).toMatchObject({ uuid: view.uuid, name: 'Second', search: {}, revision: 2 })
  expect((await save(engineer, { uuid: view.uuid, revision: 1, name: 'Third' })).status).toBe(409)
  expect(await namesOf(engineer)).toContain('Second')
})

test('[VIEW-3] only the owner or an administrator changes a shared view; private ones are hidden', async () => {
  const shared = await saved(analyst, { name: 'Shared', shared: true })
  const hidden = await saved(analyst, { name: 'Hidden' })
  expect((await save(engineer, { uuid: shared.uuid, shared: true })).body.code).toBe('ROLE_REQUIRED')
  expect((await remove(engineer, shared.uuid)).body.code).toBe('ROLE_REQUIRED')
  for (const other of [admin, engineer]) {
    expect((await save(other, { uuid: hidden.uuid })).status).toBe(404)
    expect((await remove(other, hidden.uuid)).status).toBe(404)
  }
  expect(await saved(admin, { uuid: shared.uuid, name: 'Better', shared: true })).toMatchObject({
    owner: { uuid: analyst.uuid },
    revision: 2,
  })
  expect((await remove(admin, shared.uuid)).status).toBe(200)
  expect((await remove(analyst, hidden.uuid)).status).toBe(200)
})

test('[VIEW-3] views of another organisation are hidden, even from its administrator', async () => {
  const view = await saved(analyst, { name: "Alpha's", shared: true })
  for (const by of Object.values(bravo.members)) {
    expect((await save(by, { uuid: view.uuid, revision: view.revision })).status).toBe(404)
    expect((await remove(by, view.uuid)).status).toBe(404)
  }
})

test('[VIEW-4] a viewer can save views, but cannot share them', async () => {
  const view = await saved(viewer, { name: 'Own' })
  expect((await save(viewer, { name: 'Shared by a viewer', shared: true })).body.code).toBe('ROLE_REQUIRED')
  expect((await save(viewer, { uuid: view.uuid, shared: true })).body.code).toBe('ROLE_REQUIRED')
  expect((await remove(viewer, view.uuid)).status).toBe(200)
})

test('[VIEW-5] a member has at most 200 views, and an organisation shares at most 300', async () => {
  const full = await site.organisation('Full')
  const { ADMIN: one, ANALYST: other } = full.members
  const fill = (uuid: string, count: number, shared: boolean) => site.sql`
    INSERT INTO saved_views (org_uuid, owner_uuid, page, name, search, shared)
    SELECT ${full.org.uuid}, ${uuid}, ${mine.page}, 'View ' || i, '{}', ${shared}
    FROM generate_series(1, ${count}) i`
  await fill(one.uuid, 199, true)
  await fill(other.uuid, 100, true)
  expect((await save(one, { shared: true })).status).toBe(200)
  expect((await save(one, {})).body).toMatchObject({ code: 'RULE_REFUSED', message: expect.stringContaining('200') })
  expect((await save(other, { shared: true })).body).toMatchObject({
    code: 'RULE_REFUSED',
    message: expect.stringContaining('300'),
  })
  expect((await save(other, {})).status).toBe(200)
})

test('[VIEW-6] changes of shared views are in the audit log', async () => {
  const rows = await site.sql<
    { action: string }[]
  >`SELECT DISTINCT action FROM audit_log WHERE org_uuid = ${alpha.org.uuid} AND subject = 'view' ORDER BY 1`
  expect(rows.map(({ action }) => action)).toEqual(['change shared view', 'delete shared view', 'share view'])
})

/** The names of lists before lists were named by their paths. */
const renamed = {
  alerts: '/org/msoc/dashboard/alert-management',
  cases: '/org/msoc/dashboard/case-management',
  vehicles: '/org/msoc/dashboard/projects',
  'item-definition': `${view}/item-definition`,
  'asset-identify': `${view}/asset-identify`,
  'threat-analysis': `${view}/threat-analysis`,
  'residual-risk': `${view}/residual-risk`,
  'residual-risk-security-control': `${view}/residual-risk-security-control`,
  'security-concepts': `${view}/security-concepts`,
  'event-definition': `${view}/event-definition`,
  'requirements-management': `${view}/requirements-management`,
  'add-requirements': `${view}/add-requirements`,
  'cyber-securityverification-report': `${view}/cyber-securityverification-report`,
  'requirement-summary': `${development}/requirement-summary`,
  'design-specification': `${development}/design-specification`,
  'test-cases-creation': `${development}/test-cases-creation`,
  'integration-verification': `${development}/integration-verification`,
  'cybersecurity-validation': `${development}/cybersecurity-validation`,
  production: '/org/lifecycle/projects/production',
  decommissioning: '/org/lifecycle/projects/decommissioning',
}

test('[VIEW-7] old views that named their list by a word are found under the path of the list', async () => {
  const old = await site.organisation('Old')
  const { ADMIN: owner } = old.members
  for (const name of Object.keys(renamed))
    await site.sql`
      INSERT INTO saved_views (org_uuid, owner_uuid, page, name, search)
      VALUES (${old.org.uuid}, ${owner.uuid}, ${name}, ${name}, '{"q":"torque"}')`
  await site.sql.unsafe(await readFile(new URL('../../migrations/0014_views_by_path.sql', import.meta.url), 'utf8'))
  for (const [name, path] of Object.entries(renamed)) expect(await namesOf(owner, path)).toEqual([name])
  expect(await saved(owner, { page: renamed.alerts })).toMatchObject({ page: renamed.alerts })
})

test('[VIEW-7] two lists with the same last word do not share views, and a word alone is not a list', async () => {
  await saved(engineer, { page: '/org/functional-safety/item-definition', name: 'Safety' })
  expect(await namesOf(engineer, '/org/functional-safety/item-definition')).toEqual(['Safety'])
  expect(await namesOf(engineer, `${view}/item-definition`)).toEqual([])
  expect((await save(engineer, { page: 'item-definition' })).status).toBe(400)
})
