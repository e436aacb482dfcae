import { defaultMethod } from '@carapace/shared/lifecycle/methods/default-method'
import { noIndicators } from '@carapace/shared/lifecycle/sightings/indicators'
import { vi } from 'vitest'

import type { Org } from '@carapace/shared/core/owned'
import type { Installation, Organisation } from './installation.ts'
import { createProgram } from './factories.ts'

/** The ids of one of each object that an organisation can have. */
export type Everything = Awaited<ReturnType<typeof fillWithEverything>>

/**
 * Creates one of each object in the organisation: a vehicle with events of every kind, alerts with evidence, a case, a
 * geofence, a CAN database, a bus profile, a note on one, a device token, a catalogue, rejects, a view, a job, a
 * program with a member, an invitation. All of their texts contain `mark` (a word of VIN letters), by which a leak is
 * recognised.
 */
export async function fillWithEverything(
  site: Installation,
  { key, keyUuid, members, org }: Organisation,
  mark: string,
) {
  const admin = members.ADMIN.token
  const vin = `${mark}000000000001`
  const deviceId = `${mark}-device`
  const platform = `${mark}-platform`
  const { body: registered } = await site.call(admin, 'msoc/v1/assets/save-vehicle', {
    vin,
    device_id: deviceId,
    name: `${mark} one`,
    model: `${mark} M`,
    platform,
  })
  const { body: drawn } = await site.call(admin, 'msoc/v1/geofences/save', {
    name: `${mark} yard`,
    polygon: [
      [9, 48],
      [10, 48],
      [10, 49],
      [9, 49],
    ],
    severity: 'low',
    active: true,
  })
  const { body: tracker } = await site.call(admin, 'msoc/v1/ingest/device-tokens/create', {
    vehicle_uuid: registered.vehicle.uuid,
  })
  for (const named of ['', platform]) {
    await site.call(admin, 'msoc/v1/event-catalogue/import', {
      platform: named,
      format: 'csv',
      text: `event_id,name,severity\n0x8003,${mark} event,critical\n`,
    })
  }
  const { body: uploaded } = await site.call(admin, 'msoc/v1/can/dbcs/upload', {
    name: `${mark} bus`,
    file_name: `${mark}.dbc`,
    text: dbcOf(mark),
  })
  await site.call(admin, 'msoc/v1/can/dbcs/assign', {
    model: `${mark} M`,
    bus: 'can0',
    version_uuid: uploaded.version.uuid,
  })
  await site.post(key, lines(vin, mark), { headers: { 'idempotency-key': 'the first' } })
  const { body: queue } = await site.get(admin, 'msoc/v1/alerts')
  const [first, second] = queue.alerts as { uuid: string }[]
  const { body: opened } = await site.call(admin, 'msoc/v1/cases/create', {
    title: `${mark} case`,
    alert_uuids: [second!.uuid],
  })
  const { body: saved } = await site.call(admin, 'v2/app/views/save', {
    page: '/org/msoc/dashboard/alert-management',
    name: `${mark} view`,
    search: { q: mark },
    shared: true,
  })
  const { body: bulkBody } = await site.call(admin, 'msoc/v1/alerts/bulk', {
    query: { q: 'nothing has this' },
    change: { tags: [mark] },
  })
  const { body: refused } = await site.get(admin, 'msoc/v1/rejects')
  const program = await createProgram(site, admin, { name: `${mark} program`, description: `${mark} platform` })
  await site.call(admin, 'v2/app/save-program-member', {
    program_uuid: program.uuid,
    user_uuid: members.VIEWER.uuid,
    role: 'READER',
  })
  const { body: entered } = await site.call(admin, 'v2/app/save-catalogue-entry', {
    catalogue: 'threat',
    title: `${mark} threat`,
    fields: { description: `${mark} entry` },
  })
  const engineering = await fillProgram(site, admin, program.uuid, mark)
  const invited = `${mark.toLowerCase()}-guest@invited.example`
  const { body: invitationBody } = await site.call(admin, 'v2/app/invite-team-member', {
    email: invited,
    name: `${mark} guest`,
    role: 'VIEWER',
  })
  const [session] = await site.sql<
    { uuid: string }[]
  >`SELECT uuid FROM sessions WHERE user_uuid = ${members.ADMIN.uuid}`
  const [entry] = await site.sql<
    { id: string }[]
  >`SELECT max(id)::text AS id FROM audit_log WHERE org_uuid = ${org.uuid}`
  const { body: derived } = await site.call(admin, 'msoc/v1/can/profiles/derive', {
    model: `${mark} M`,
    bus: 'can1',
    note: `${mark} note`,
    dbc_version_uuid: uploaded.version.uuid,
  })
  const { body: noted } = await site.call(admin, 'msoc/v1/can/notes/save', {
    subject: 'vehicle',
    subject_uuid: registered.vehicle.uuid,
    at_ms: Date.now(),
    bus: 'can0',
    id: 0x123,
    text: `${mark} bookmark`,
  })
  const { body: brought } = await site.upload(
    admin,
    'msoc/v1/captures/upload',
    { file_name: `${mark}.log`, vehicle: vin },
    `(${(Date.now() / 1000).toFixed(6)}) can0 123#01\n`,
  )
  const captureUuid = brought.capture.uuid as string
  await vi.waitFor(
    async () => {
      const { body } = await site.get(admin, 'msoc/v1/captures/get', { uuid: captureUuid })
      if (body.capture.state !== 'READY') throw new Error('a capture is still to be read')
    },
    { timeout: 20_000, interval: 50 },
  )
  await site.call(admin, 'msoc/v1/captures/save', { uuid: captureUuid, revision: 1, case_uuid: opened.case.uuid })
  const { body: playing } = await site.call(admin, 'msoc/v1/captures/replay', {
    uuid: captureUuid,
    vehicle: `${mark}TEST`,
    model: `${mark} M`,
    speed: 0,
  })
  // from here on nothing of this organisation changes by itself
  await vi.waitFor(
    async () => {
      const unfinished = await site.sql`SELECT 1 FROM jobs WHERE org_uuid = ${org.uuid} AND status <> 'COMPLETED'`
      if (unfinished.length > 0) throw new Error('a job is still to be done')
      const waiting = await site.sql`SELECT 1 FROM mails WHERE org_uuid = ${org.uuid} AND status = 'WAITING'`
      if (waiting.length > 0) throw new Error('a mail is still to be written')
      const [due] = await site.sql<
        { open: number }[]
      >`SELECT count(*)::int AS open FROM alert_evidence WHERE org_uuid = ${org.uuid} AND filled_at IS NULL`
      if (due!.open > 0) throw new Error('evidence is still to be filled')
      const replays = await site.sql`SELECT 1 FROM capture_replays WHERE org_uuid = ${org.uuid} AND state <> 'DONE'`
      if (replays.length > 0) throw new Error('a capture is still being played')
    },
    { timeout: 20_000, interval: 100 },
  )
  await untilFollowed(site, org)
  return {
    vin,
    deviceId,
    platform,
    vehicleUuid: registered.vehicle.uuid as string,
    alertUuid: first!.uuid,
    escalatedUuid: second!.uuid,
    caseUuid: opened.case.uuid as string,
    captureUuid,
    replayUuid: playing.replay.uuid as string,
    geofenceUuid: drawn.geofence.uuid as string,
    keyUuid,
    deviceToken: tracker.token as string,
    deviceTokenUuid: tracker.uuid as string,
    viewUuid: saved.view.uuid as string,
    jobUuid: bulkBody.job.uuid as string,
    rejectId: refused.rejects[0].id as number,
    programUuid: program.uuid,
    catalogueEntryUuid: entered.entry.uuid as string,
    ...engineering,
    invitationUuid: invitationBody.invitation.uuid as string,
    invited,
    dbcUuid: uploaded.version.dbc_uuid as string,
    dbcVersionUuid: uploaded.version.uuid as string,
    profileUuid: derived.row.uuid as string,
    noteUuid: noted.note.uuid as string,
    userUuid: members.ANALYST.uuid,
    email: members.ANALYST.email,
    sessionUuid: session!.uuid,
    auditId: entry!.id,
  }
}

/** Waits until the organisation's alerts were matched with its threat scenarios, and some matched. */
export async function untilFollowed(site: Installation, org: Org): Promise<void> {
  await vi.waitFor(
    async () => {
      const [seen] = await site.sql<{ sightings: number; behind: boolean }[]>`
     
        SELECT (SELECT count(*)::int
        FROM sightings
        WHERE org_uuid = ${org.uuid}) AS sightings, p.seq IS DISTINCT
        FROM c.seq::text
        OR (SELECT sum(seq)
        FROM sighting_looks
        WHERE org_uuid = ${org.uuid}) IS DISTINCT
        FROM (SELECT sum(seq)
        FROM program_graphs
        WHERE org_uuid = ${org.uuid}) AS behind
      FROM change_counters c LEFT JOIN sighting_positions p ON p.org_uuid = c.org_uuid WHERE c.org_uuid = ${org.uuid}`
      if (seen!.behind || seen!.sightings === 0) throw new Error('alerts are still to be matched with threat scenarios')
    },
    { timeout: 20_000, interval: 100 },
  )
}

/** Linked artefacts of a program, one of them suspect. */
async function fillProgram(site: Installation, token: string, programUuid: string, mark: string) {
  const { body: made } = await site.call(token, 'v2/app/save-artefacts', {
    program_uuid: programUuid,
    artefacts: [
      { kind: 'goal', title: `${mark} goal` },
      { kind: 'requirement', title: `${mark} requirement` },
      { kind: 'asset', title: `${mark} asset` },
    ],
  })
  const [goal, requirement, asset] = made.artefacts as { uuid: string }[]
  await site.call(token, 'v2/app/save-artefacts', {
    program_uuid: programUuid,
    link: [{ kind: 'demands', from: goal!.uuid, to: requirement!.uuid }],
  })
  await site.call(token, 'v2/app/save-artefacts', {
    program_uuid: programUuid,
    artefacts: [{ uuid: goal!.uuid, kind: 'goal', revision: 1, title: `${mark} goal, changed` }],
  })
  const { body: suspects } = await site.get(token, 'v2/app/get-suspects', { program_uuid: programUuid })
  return {
    goalUuid: goal!.uuid,
    requirementUuid: requirement!.uuid,
    assetUuid: asset!.uuid,
    suspectUuid: suspects.links[0].uuid as string,
    ...(await fillWork(site, token, programUuid, asset!.uuid, mark)),
    ...(await fillTara(site, token, programUuid, mark)),
  }
}

/**
 * A threat scenario that matches an alert, with a damage scenario, a tree with a control and an assumption, and a draft
 * of a method.
 */
async function fillTara(site: Installation, token: string, programUuid: string, mark: string) {
  const named = ['damage', 'threat', 'tree', 'control', 'assumption'].map(() => crypto.randomUUID())
  const [damageUuid, threatUuid, treeUuid, controlUuid, assumptionUuid] = named as [
    string,
    string,
    string,
    string,
    string,
  ]
  const step = {
    id: 'A',
    title: `${mark} step`,
    gate: null,
    parts: [],
    effort: { potential: { expertise: 'expert' }, cvss: {}, vector: null },
    controls: [controlUuid],
    caps: [{ assumption: assumptionUuid, factor: 'time', level: 'week' }],
  }
  await site.call(token, 'v2/app/save-artefacts', {
    program_uuid: programUuid,
    artefacts: [
      { new_uuid: damageUuid, kind: 'damage-scenario', title: `${mark} damage`, fields: { safety: 'severe' } },
      {
        new_uuid: threatUuid,
        kind: 'threat-scenario',
        title: `${mark} threat`,
        fields: { indicators: { ...noIndicators, event_ids: [0x8003] } },
      },
      { new_uuid: controlUuid, kind: 'control', title: `${mark} control` },
      { new_uuid: assumptionUuid, kind: 'assumption', title: `${mark} assumption` },
      {
        new_uuid: treeUuid,
        kind: 'attack-tree',
        title: `${mark} tree`,
        fields: { tree: { root: 'A', steps: [step] } },
      },
    ],
    link: [
      { kind: 'leads-to', from: damageUuid, to: threatUuid },
      { kind: 'refined-in', from: threatUuid, to: treeUuid },
    ],
  })
  const { body: drafted } = await site.call(token, 'v2/app/save-method', {
    name: `${mark} method`,
    note: `${mark} figures`,
    content: defaultMethod,
  })
  return { damageUuid, threatUuid, treeUuid, controlUuid, assumptionUuid, methodUuid: drafted.method.uuid as string }
}

/** A project with an artefact, an open review, a comment and a baseline. */
async function fillWork(site: Installation, token: string, programUuid: string, assetUuid: string, mark: string) {
  const { body: begun } = await site.call(token, 'v2/app/save-project', {
    program_uuid: programUuid,
    name: `${mark} project`,
    type: 'COMPONENT',
    description: `${mark} unit`,
    elements: [assetUuid],
  })
  const { body: reviewBody } = await site.call(token, 'v2/app/request-review', {
    artefact_uuid: assetUuid,
    revision: 2,
    note: `${mark} review`,
  })
  const { body: commentBody } = await site.call(token, 'v2/app/save-comment', {
    artefact_uuid: assetUuid,
    text: `${mark} comment`,
  })
  const { body: named } = await site.call(token, 'v2/app/save-baseline', {
    program_uuid: programUuid,
    name: `${mark} baseline`,
    note: `${mark} note`,
  })
  return {
    projectUuid: begun.project.uuid as string,
    reviewUuid: reviewBody.review_uuid as string,
    commentUuid: commentBody.comments[0].uuid as string,
    baselineUuid: named.baseline.uuid as string,
  }
}

/** A CAN database with one message. */
export function dbcOf(mark: string): string {
  return (
    `VERSION "${mark}"\n\nBU_: ${mark}_node\n\nBO_ 291 ${mark}_message: 8 ${mark}_node\n` +
    ` SG_ ${mark}_signal : 0|8@1+ (1,0) [0|0] "" ${mark}_node\n`
  )
}

/** Events of every kind, of which some raise alerts, and an invalid line. */
export function lines(vehicle: string, mark: string): string {
  const ts = Date.now()
  const events = [
    { type: 'position', vehicle, ts: ts - 2_000, lat: 48.5, lon: 9.5, speed_kph: 30 },
    { type: 'position', vehicle, ts: ts - 1_000, lat: 48.5001, lon: 10.0001, speed_kph: 30 },
    { type: 'telemetry', vehicle, ts, signals: { 'Vehicle.Speed': 30, 'Vehicle.VehicleIdentification.Brand': mark } },
    { type: 'can', vehicle, ts, bus: 'can0', id: 0x123, data: '0102' },
    { type: 'ids.can', vehicle, ts, event_id: 0x8003, detail: { ecu: `${mark}-ecu` } },
    { type: 'ids.eth', vehicle, ts, event_id: 0x9000 },
    { type: 'ids.host', vehicle, ts, event_id: 0x9001 },
    { type: 'syslog', vehicle, ts, hostname: `${mark}-host`, message: `${mark} sends hello` },
    { type: 'position', vehicle, ts, lat: mark, lon: 0 },
  ]
  return events.map((event) => JSON.stringify(event)).join('\n')
}
