import { parse } from 'csv-parse/sync'
import { expect, test, vi } from 'vitest'
import { listJobs } from '@carapace/shared/account/jobs.contract'
import {
  decideCombination,
  deleteHardwarePart,
  deleteVariant,
  getVariant,
  listCompatibilityRules,
  listHardwareParts,
  listReleaseChoices,
  listVariants,
  proposeCombination,
  saveCompatibilityRule,
  saveHardwarePart,
  saveVariant,
} from '@carapace/shared/component-configuration/configuration.contract'
import {
  assignVariant,
  getConfigurationOverview,
  getVehicleConfiguration,
  listCarriedReleases,
  listCarryingVehicles,
} from '@carapace/shared/component-configuration/vehicle-configuration.contract'

import { createVehicle } from '../support/factories.ts'
import { startInstallation } from '../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ENGINEER: author, ADMIN: approver, VIEWER: viewer } = alpha.members

let number = 0
async function release(name: string, ecu: string, version: string): Promise<string> {
  number += 1
  const [row] = await site.sql<[{ uuid: string }]>`
    WITH w AS (
      INSERT INTO software (org_uuid, number, name, kind, ecu, reported_as)
      VALUES (${alpha.org.uuid}, ${number}, ${name}, 'ECU', ${ecu}, ${`SW-${name}`})
      ON CONFLICT (org_uuid, lower(name)) DO UPDATE SET name = excluded.name RETURNING uuid)
    INSERT INTO releases (org_uuid, software_uuid, version, rxswin)
    SELECT ${alpha.org.uuid}, uuid, ${version}, 'R155-01' FROM w RETURNING uuid`
  return row.uuid
}
async function softwareOf(releaseUuid: string): Promise<string> {
  const [row] = await site.sql<[{ uuid: string }]>`
    SELECT software_uuid AS uuid FROM releases WHERE uuid = ${releaseUuid}`
  return row.uuid
}
const part = async (partNumber: string, ecu: string) =>
  (await site.request(author.token, saveHardwarePart, { part_number: partNumber, ecu, has_hsm: true })).uuid

async function jobsDone(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { jobs } = await site.request(approver.token, listJobs, {})
      expect(jobs.filter(({ status }) => status !== 'COMPLETED')).toEqual([])
    },
    { timeout: 20_000, interval: 50 },
  )
}

const report = (vin: string, ecu: string, software: string, version: string) =>
  site.post(alpha.key, [{ type: 'inventory', vehicle: vin, ts: Date.now(), ecus: [{ ecu, software, version }] }])

test('[VARIANT-1] a part number is unique, and a part that a variant uses stays', async () => {
  const uuid = await part('H-1', 'BCM')
  const taken = await site.refusal(author.token, saveHardwarePart, { part_number: 'h-1', ecu: 'BCM' })
  expect(taken).toMatchObject({ code: 'RULE_REFUSED', errors: { part_number: 'There is a part h-1 already.' } })
  expect(await site.refusal(viewer.token, saveHardwarePart, { part_number: 'H-0', ecu: 'BCM' })).toMatchObject({
    code: 'ROLE_REQUIRED',
  })
  const late = { uuid, revision: 9, part_number: 'H-1', ecu: 'EPS' }
  expect(await site.refusal(author.token, saveHardwarePart, late)).toMatchObject({ code: 'ROW_CHANGED' })

  const { variant } = await site.request(author.token, saveVariant, {
    name: 'Uses H-1',
    units: [{ ecu: 'BCM', part_uuid: uuid }],
  })
  expect(await site.refusal(author.token, deleteHardwarePart, { uuid, revision: 1 })).toMatchObject({
    message: 'H-1 is used by a variant.',
  })
  const { parts, total } = await site.request(author.token, listHardwareParts, { q: 'h-1' })
  expect([total, parts]).toMatchObject([1, [{ part_number: 'H-1', variants: 1, has_hsm: true }]])
  await site.request(author.token, deleteVariant, { uuid: variant.uuid, revision: 1 })
  await site.request(author.token, deleteHardwarePart, { uuid, revision: 1 })
})

test('[VARIANT-2] a variant is kept with its control units in their order', async () => {
  const [body, brake] = [await release('Body', 'BCM', '4.1.0'), await release('Brake', 'ESC', '9.0.0')]
  const hardware = await part('H-2', 'BCM')
  const { variant } = await site.request(author.token, saveVariant, {
    name: 'EQX Europe',
    model: 'EQX-24',
    market: 'Europe',
    built_from: '2026-01-01',
    built_to: '2026-12-31',
    rxswins: ['R155-01'],
    units: [
      { ecu: 'ESC', release_uuid: brake },
      { ecu: 'BCM', part_uuid: hardware, release_uuid: body, calibration: 'C-7', features: ['keyless'] },
    ],
  })
  const read = await site.request(viewer.token, getVariant, { uuid: variant.uuid })
  expect(read.variant).toMatchObject({
    name: 'EQX Europe',
    built_from: '2026-01-01',
    checks: [],
    units: [
      { ecu: 'ESC', part: null, release: { software: 'Brake', version: '9.0.0' } },
      { ecu: 'BCM', part: { part_number: 'H-2', has_hsm: true }, calibration: 'C-7', features: ['keyless'] },
    ],
  })
  expect(await site.refusal(author.token, saveVariant, { name: 'eqx europe' })).toMatchObject({
    errors: { name: 'There is a variant called eqx europe already.' },
  })
  const twice = { name: 'Twice', units: [{ ecu: 'BCM' }, { ecu: 'BCM' }] }
  expect(await site.refusal(author.token, saveVariant, twice)).toMatchObject({ code: 'INVALID_INPUT' })
  const strange = { name: 'Strange', units: [{ ecu: 'BCM', part_uuid: crypto.randomUUID() }] }
  expect(await site.refusal(author.token, saveVariant, strange)).toMatchObject({ code: 'RULE_REFUSED' })
  const { variants } = await site.request(author.token, listVariants, { q: 'eqx' })
  expect(variants).toMatchObject([{ name: 'EQX Europe', units: 2, vehicles: 0, approved: null, is_proposed: false }])
  const { releases } = await site.request(author.token, listReleaseChoices, { ecu: 'ESC' })
  expect(releases[0]).toMatchObject({ software: 'Brake', version: '9.0.0' })
})

test('[VARIANT-4] [VARIANT-7] rules are checked, and a variant with faults is not proposed', async () => {
  const gateway = await release('Gateway', 'GTW', '3.0.0')
  const [old, fresh] = [await release('Radio', 'TCU', '5.1.9'), await release('Radio', 'TCU', '5.1.10')]
  const hardware = await part('H-3', 'GTW')
  await site.request(author.token, saveCompatibilityRule, {
    kind: 'NEEDS_PART',
    release_uuid: gateway,
    part_uuid: hardware,
  })
  await site.request(author.token, saveCompatibilityRule, {
    kind: 'REQUIRES',
    release_uuid: gateway,
    other_software_uuid: await softwareOf(old),
    least_version: '5.1.10',
  })
  const itself = { kind: 'EXCLUDES' as const, release_uuid: gateway, other_release_uuid: gateway }
  expect(await site.refusal(author.token, saveCompatibilityRule, itself)).toMatchObject({
    errors: { other_release_uuid: 'A release does not exclude itself.' },
  })
  const { rules } = await site.request(viewer.token, listCompatibilityRules, { q: 'gateway' })
  expect(rules).toMatchObject([
    { kind: 'NEEDS_PART', part: { part_number: 'H-3' } },
    { kind: 'REQUIRES', other_software: { software: 'Radio' }, least_version: '5.1.10' },
  ])

  const { variant } = await site.request(author.token, saveVariant, {
    name: 'Checked',
    units: [
      { ecu: 'GTW', release_uuid: gateway },
      { ecu: 'TCU', release_uuid: old },
    ],
  })
  expect(variant.checks.map(({ message }) => message)).toEqual([
    'Gateway 3.0.0 needs hardware part H-3: no hardware part is chosen.',
    'Gateway 3.0.0 requires Radio 5.1.10 or later: TCU has 5.1.9.',
  ])
  const proposal = { variant_uuid: variant.uuid, revision: 1 }
  expect(await site.refusal(author.token, proposeCombination, proposal)).toMatchObject({
    message: 'The variant has faults: Gateway 3.0.0 needs hardware part H-3: no hardware part is chosen.',
  })
  const { variant: sound } = await site.request(author.token, saveVariant, {
    uuid: variant.uuid,
    revision: 1,
    name: 'Checked',
    units: [
      { ecu: 'GTW', release_uuid: gateway, part_uuid: hardware },
      { ecu: 'TCU', release_uuid: fresh },
    ],
  })
  expect(sound.checks).toEqual([])
})

test('[VARIANT-8] [VARIANT-9] [VARIANT-10] [VARIANT-11] what another person approved is declared', async () => {
  for (const vin of ['CFG1', 'CFG2', 'CFG3']) await createVehicle(site, approver.token, { vin, model: 'Tern Van' })
  const [first, second] = [await release('Door', 'DCU', '1.0.0'), await release('Door', 'DCU', '1.1.0')]
  const saved = await site.request(author.token, saveVariant, {
    name: 'Tern Van',
    units: [{ ecu: 'DCU', release_uuid: first }],
  })
  const { uuid } = saved.variant
  const assigned = await site.request(author.token, assignVariant, { variant_uuid: uuid, vin_pattern: 'cfg?' })
  expect(assigned).toMatchObject({ vehicles: 3, changed: 3, unknown: [], job: { total: 3 } })
  await jobsDone()
  const unitOf = async (vin: string) =>
    (await site.request(viewer.token, getVehicleConfiguration, { vehicle: vin })).configuration.units[0]
  expect(await unitOf('CFG1')).toMatchObject({ designed: { version: '1.0.0' }, declared: null, state: 'not-declared' })

  const proposed = await site.request(author.token, proposeCombination, { variant_uuid: uuid, revision: 1 })
  const [combination] = proposed.variant.combinations
  const decision = { uuid: combination!.uuid, decision: 'APPROVED' as const }
  expect(await site.refusal(author.token, decideCombination, decision)).toMatchObject({
    message: 'Another person than the author approves a combination.',
  })
  await site.request(approver.token, decideCombination, decision)
  expect(await site.refusal(approver.token, decideCombination, decision)).toMatchObject({
    message: 'The combination is approved.',
  })
  await jobsDone()
  expect(await unitOf('CFG1')).toMatchObject({
    declared: { software: 'SW-Door', version: '1.0.0' },
    state: 'not-reported',
  })

  // a later combination replaces it, and withdrawing that one brings the first one back
  await site.request(author.token, saveVariant, {
    uuid,
    revision: 1,
    name: 'Tern Van',
    units: [{ ecu: 'DCU', release_uuid: second }],
  })
  await report('CFG2', 'DCU', 'SW-Door', '1.0.0')
  expect(await unitOf('CFG2')).toMatchObject({ declared: { version: '1.0.0' }, state: 'equal' })
  const again = await site.request(author.token, proposeCombination, { variant_uuid: uuid, revision: 2 })
  const later = again.variant.combinations[0]!
  await site.request(approver.token, decideCombination, { uuid: later.uuid, decision: 'APPROVED' })
  await jobsDone()
  expect(await unitOf('CFG2')).toMatchObject({ declared: { version: '1.1.0' }, state: 'different' })
  const different = await site.request(viewer.token, listCarryingVehicles, { different: true })
  expect(different).toMatchObject({
    total: 1,
    vehicles: [{ vin: 'CFG2', different: 1, variant: { name: 'Tern Van' } }],
  })
  const reason = { uuid: later.uuid, decision: 'WITHDRAWN' as const }
  expect(await site.refusal(author.token, decideCombination, reason)).toMatchObject({ errors: { note: 'State why.' } })
  await site.request(author.token, decideCombination, { ...reason, note: 'It does not open.' })
  await jobsDone()
  expect(await unitOf('CFG2')).toMatchObject({ declared: { version: '1.0.0' }, state: 'equal' })

  // vehicles without a variant have nothing declared by one
  const gone = await site.request(author.token, assignVariant, { variant_uuid: null, vins: ['CFG3', 'NONE'] })
  expect(gone).toMatchObject({ vehicles: 1, changed: 1, unknown: ['NONE'] })
  await jobsDone()
  expect((await site.request(viewer.token, getVehicleConfiguration, { vehicle: 'CFG3' })).configuration).toMatchObject({
    variant: null,
    units: [],
  })
  expect(await site.refusal(author.token, deleteVariant, { uuid, revision: 2 })).toMatchObject({
    message: '2 vehicles are built as Tern Van.',
  })
})

test('[VARIANT-13] software is declared from a file, and exported so that it can be imported again', async () => {
  for (const vin of ['IMP1', 'IMP2']) await createVehicle(site, approver.token, { vin })
  await report('IMP1', 'BCM', 'SW-9', '1')
  const file = [
    'ecu;vin;Software;version;hardware part',
    'BCM;IMP1;SW-9;2;H-9',
    'BCM;IMP2;SW-9;2;',
    'BCM;NONE;SW-9;2;',
    'BCM;IMP1;SW-9;3;',
    ';;;;',
  ].join('\n')
  const bring = (dryRun: boolean, text = file) =>
    site.upload(
      author.token,
      'v2/app/component-configuration/import-software',
      { form: 'csv', dry_run: String(dryRun) },
      text,
    )
  const looked = (await bring(true)).body
  expect(looked).toMatchObject({
    rows: 4,
    made: 2,
    changed: 0,
    same: 0,
    refused: [
      { row: 4, reason: 'No vehicle has the VIN NONE.' },
      { row: 5, reason: 'BCM of IMP1 is in an earlier row.' },
    ],
    job: null,
  })
  expect((await bring(false)).body).toMatchObject({ made: 2, job: { total: 3 } })
  await jobsDone()
  expect((await bring(true)).body).toMatchObject({ made: 0, changed: 0, same: 2 })
  const { configuration } = await site.request(viewer.token, getVehicleConfiguration, { vehicle: 'IMP1' })
  expect(configuration.units).toMatchObject([
    { ecu: 'BCM', declared: { version: '2', hardware_part: 'H-9' }, reported: { version: '1' }, state: 'different' },
  ])
  expect((await bring(true, 'vin,ecu\nIMP1,BCM\n')).body).toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('The table has no column software, version.'),
  })
  const { text } = await site.get(viewer.token, 'v2/app/component-configuration/export-software', { basis: 'declared' })
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true })
  expect(rows.filter(({ vin }) => vin!.startsWith('IMP'))).toEqual([
    { vin: 'IMP1', ecu: 'BCM', software: 'SW-9', version: '2', hardware_part: 'H-9', rxswin: '' },
    { vin: 'IMP2', ecu: 'BCM', software: 'SW-9', version: '2', hardware_part: '', rxswin: '' },
  ])
  expect((await bring(true, text)).body).toMatchObject({ made: 0, refused_total: 0 })
})

test('[VARIANT-14] [INVENTORY-6] counts of vehicles follow reports, changes and removed vehicles', async () => {
  await release('Wiper', 'WCU', '2')
  for (const vin of ['CAR1', 'CAR2', 'CAR3']) {
    await createVehicle(site, approver.token, { vin, model: 'Halo 7' })
    await report(vin, 'WCU', 'SW-Wiper', '1')
  }
  await report('CAR3', 'WCU', 'SW-Wiper', '2')
  const carried = async () =>
    (await site.request(viewer.token, listCarriedReleases, { q: 'wiper' })).releases.map((one) => [
      one.version,
      one.vehicles,
      one.release_name,
    ])
  expect(await carried()).toEqual([
    ['1', 2, null],
    ['2', 1, 'Wiper'],
  ])
  await site.sql`DELETE FROM vehicles WHERE vin = 'CAR1'`
  expect(await carried()).toEqual([
    ['1', 1, null],
    ['2', 1, 'Wiper'],
  ])
  const page = await site.request(viewer.token, listCarryingVehicles, {
    software: 'SW-Wiper',
    version: '1',
    model: 'Halo 7',
  })
  expect(page).toMatchObject({ total: 1, vehicles: [{ vin: 'CAR2', reported: 1, declared: 0 }], next_cursor: null })
  const first = await site.request(viewer.token, listCarryingVehicles, { q: 'car', limit: 1 })
  expect(first).toMatchObject({ vehicles: [{ vin: 'CAR2' }], next_cursor: 'CAR2' })
  const next = await site.request(viewer.token, listCarryingVehicles, { q: 'car', limit: 1, cursor: 'CAR2' })
  expect(next).toMatchObject({ vehicles: [{ vin: 'CAR3' }], next_cursor: null, total: null })
  const overview = await site.request(viewer.token, getConfigurationOverview, {})
  expect(overview).toMatchObject({ vehicles_with_variant: 2, vehicles_different: 1 })
  expect(overview.differences).toEqual([{ ecu: 'BCM', declared: 'SW-9 2', reported: 'SW-9 1', vehicles: 1 }])
})

test('[VARIANT-11] an assignment declares for vehicles that it changes, and again for those that have it', async () => {
  for (const vin of ['AGAIN1', 'AGAIN2', 'AGAIN3']) await createVehicle(site, approver.token, { vin, model: 'Again' })
  const unit = { ecu: 'DCU', release_uuid: await release('Again door', 'DCU', '1.0.0') }
  const { variant } = await site.request(author.token, saveVariant, { name: 'Again', units: [unit] })
  const proposed = await site.request(author.token, proposeCombination, { variant_uuid: variant.uuid, revision: 1 })
  const decision = { uuid: proposed.variant.combinations[0]!.uuid, decision: 'APPROVED' as const }
  await site.request(approver.token, decideCombination, decision)
  const assign = (vins: string[]) => site.request(author.token, assignVariant, { variant_uuid: variant.uuid, vins })
  const declared = async () => {
    await jobsDone()
    const rows = await site.sql`SELECT v.vin FROM vehicle_software s JOIN vehicles v ON v.uuid = s.vehicle_uuid
      WHERE v.model = 'Again' AND s.basis = 'declared' ORDER BY v.vin`
    return rows.map(({ vin }) => vin)
  }
  await assign(['AGAIN1', 'AGAIN2'])
  expect(await declared()).toEqual(['AGAIN1', 'AGAIN2'])
  // as after a job that was cancelled
  await site.sql`DELETE FROM vehicle_software WHERE basis = 'declared'
    AND vehicle_uuid IN (SELECT uuid FROM vehicles WHERE model = 'Again')`
  expect(await assign(['AGAIN3'])).toMatchObject({ changed: 1, job: { total: 1 } })
  expect(await declared()).toEqual(['AGAIN3'])
  expect(await assign(['AGAIN1', 'AGAIN2'])).toMatchObject({ vehicles: 2, changed: 0, job: { total: 2 } })
  expect(await declared()).toEqual(['AGAIN1', 'AGAIN2', 'AGAIN3'])
})
