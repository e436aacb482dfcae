import { expect, test, vi } from 'vitest'
import { getBomDocument } from '@carapace/shared/sbom/bom-documents.contract'
import {
  getBomGraph,
  getComponentUse,
  getOccurrence,
  getPaths,
  getTree,
  listComponents,
  searchComponents,
} from '@carapace/shared/sbom/components.contract'
import { listReleases, saveRelease } from '@carapace/shared/sbom/releases.contract'
import { saveSoftware } from '@carapace/shared/sbom/software.contract'
import { createVehicle } from '../support/factories.ts'
import { startInstallation } from '../support/installation.ts'
import { chainBom } from './boms.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const beta = await site.organisation('Beta')
const { ENGINEER: engineer, ADMIN: admin } = alpha.members

async function releaseWith(name: string, version: string, text: string): Promise<string> {
  const { software } = await site.request(engineer.token, saveSoftware, {
    name,
    ecu: name.slice(0, 3),
    reported_as: `${name}-part`,
  })
  const { release } = await site.request(engineer.token, saveRelease, { software_uuid: software.uuid, version })
  const { body } = await site.upload(
    engineer.token,
    'v2/app/sbom/documents/upload',
    { release_uuid: release.uuid, file_name: 'x' },
    text,
  )
  await vi.waitFor(
    async () => {
      const { document } = await site.request(engineer.token, getBomDocument, { uuid: body.document.uuid })
      expect([document.state, document.faults]).toEqual(['READY', []])
    },
    { timeout: 60_000, interval: 50 },
  )
  return release.uuid
}

const gateway = await releaseWith('Gateway image', '2.0', chainBom(30))
const body = await releaseWith('Body image', '1.0', chainBom(12, '0.9'))
const ask = { release_uuid: gateway }

test('[SBOM-30] components are filtered, sorted and paged', async () => {
  const all = await site.request(engineer.token, listComponents, { ...ask, limit: 10 })
  expect([all.total, all.components.length, all.next_cursor]).toEqual([31, 10, '10'])
  const next = await site.request(engineer.token, listComponents, { ...ask, limit: 10, cursor: '30' })
  expect([next.components.length, next.next_cursor]).toEqual([1, null])
  const names = async (query: object) =>
    (await site.request(engineer.token, listComponents, { ...ask, ...query })).components.map(({ name }) => name)
  expect(await names({ q: 'part-29' })).toEqual(['part-29'])
  expect(await names({ q: 'pkg:npm/part-7@' })).toEqual(['part-7'])
  expect(await names({ depth: 2 })).toEqual(['BCM image', 'part-0', 'part-1'])
  expect(await names({ licence: 'GPL-2.0-only', depth: 4 })).toEqual(['part-1', 'part-3'])
  expect(await names({ unlicensed: 'true' })).toEqual(['BCM image'])
  expect(await names({ type: 'firmware' })).toEqual(['BCM image'])
  expect((await names({ sort: 'depth', order: 'desc' }))[0]).toBe('part-29')
  expect(await names({ q: '100%_' })).toEqual([])
})

test('[SBOM-31] the tree begins with the subject and opens level by level', async () => {
  const roots = await site.request(engineer.token, getTree, ask)
  expect(roots.nodes.map(({ name, children }) => [name, children])).toEqual([['BCM image', 1]])
  const under = await site.request(engineer.token, getTree, { ...ask, position: roots.nodes[0]!.position })
  expect(under.nodes.map(({ name, depth }) => [name, depth])).toEqual([['part-0', 1]])
  const graph = await site.request(engineer.token, getBomGraph, { ...ask, limit: 5 })
  expect([graph.nodes.length, graph.edges.length, graph.total]).toEqual([5, 4, 31])
  expect(graph.nodes.map(({ distance, hidden }) => [distance, hidden])).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 0],
    [4, 1],
  ])
})

test('[SBOM-32] paths lead from the subject to a component', async () => {
  const { components } = await site.request(engineer.token, listComponents, { ...ask, q: 'part-3 1.3' })
  const { position } = components[0]!
  const { paths, is_cut: isCut } = await site.request(engineer.token, getPaths, { ...ask, position })
  expect(paths.map((path) => path.map(({ name }) => name))).toEqual([
    ['BCM image', 'part-0', 'part-1', 'part-2', 'part-3'],
  ])
  expect(isCut).toBe(false)
  const detail = await site.request(engineer.token, getOccurrence, { ...ask, position })
  expect(detail).toMatchObject({ needs: 1, needed_by: 1, component: { purl: 'pkg:npm/part-3@1.3', unmatched: '' } })
})

test('[SBOM-33] [SBOM-34] a component is found in all releases, with the vehicles that run them', async () => {
  const found = await site.request(engineer.token, searchComponents, { q: 'part-3 1.3' })
  expect(found.components.map(({ name, version, releases }) => [name, version, releases])).toEqual([
    ['part-3', '1.3', 2],
  ])
  expect((await site.request(engineer.token, searchComponents, { q: 'pkg:npm/part-29' })).components).toHaveLength(1)
  const vehicle = await createVehicle(site, admin.token, { vin: '1HGCM82633A004352', name: 'one' })
  await site.sql`INSERT INTO vehicle_software
    (vehicle_uuid, org_uuid, ecu, basis, software, version, since, last_seen)
    VALUES (${vehicle.uuid}, ${alpha.org.uuid}, 'GTW', 'reported', 'GATEWAY image-part', '2.0', now(), now())`
  const id = found.components[0]!.component_id
  const use = await site.request(engineer.token, getComponentUse, { component_id: id })
  expect(use.component.keys).toEqual([{ ecosystem: 'npm', name: 'part-3', version: '1.3' }])
  expect(use.releases.map(({ software, vehicles }) => [software, vehicles])).toEqual([
    ['Body image', 0],
    ['Gateway image', 1],
  ])
  expect([use.versions.map(({ vehicles }) => vehicles), use.vehicles]).toEqual([[1], 1])
  const theirs = beta.members.ENGINEER
  expect((await site.refusal(theirs.token, getComponentUse, { component_id: id })).status).toBe(404)
  expect((await site.request(theirs.token, searchComponents, { q: 'part' })).components).toEqual([])
  expect((await site.refusal(theirs.token, getTree, ask)).status).toBe(404)
})

test('[SBOM-5] releases are listed, filtered and sorted', async () => {
  const names = async (query: object) =>
    (await site.request(engineer.token, listReleases, query)).releases.map(({ software }) => software.name)
  expect(await names({ sort: 'components' })).toEqual(['Gateway image', 'Body image'])
  expect(await names({ q: 'body image 1.0' })).toEqual(['Body image'])
  expect(await names({ document: 'ready,failed', ecu: 'gat' })).toEqual(['Gateway image'])
  expect(await names({ document: 'none' })).toEqual([])
  const page = await site.request(engineer.token, listReleases, { limit: 1, sort: 'software', order: 'asc' })
  expect([page.releases[0]!.uuid, page.total, page.next_cursor]).toEqual([body, 2, '1'])
  expect((await site.request(beta.members.ENGINEER.token, listReleases, {})).releases).toEqual([])
})
