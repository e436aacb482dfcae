import { uuidInProgram } from '@carapace/shared/graph/artefacts/artefact-uuid'
import { defaultMethod } from '@carapace/shared/lifecycle/methods/default-method'
import { noIndicators } from '@carapace/shared/lifecycle/sightings/indicators'
import { vi } from 'vitest'

import type { Org } from '@carapace/shared/core/owned'
import type { Installation, Organisation } from './installation.ts'
import { graphOf, node } from '@carapace/shared/msoc/playbooks/playbooks.fixture'
import { lineRule } from '../msoc/rules/texts.ts'
import { fillFmea } from '../fmea/fill.ts'
import { fillExchange } from '../interface-agreement/fill-exchange.ts'
import { fillNegotiation } from '../interface-agreement/fill-negotiation.ts'
import { fillAgreementPages } from '../interface-agreement/fill-pages.ts'
import { beginAgreement } from '../interface-agreement/two-parties.ts'
import { fillSafety } from '../functional-safety/fill.ts'
import { fillConfigurations } from '../component-configuration/fill.ts'
import { createProgram } from './factories.ts'
import { addSoftware } from './software.ts'
import { createFinding } from './findings.ts'

/** The ids of one of each object that an organisation can have. */
export type Everything = Awaited<ReturnType<typeof fillWithEverything>>

/**
 * Creates one of each object in the organisation: a vehicle with events of every kind, alerts with evidence, a case, a
 * geofence, a CAN database, a bus profile, a rule, a shift with its hand-over, a panel, a note, a device token, a
 * catalogue, rejects, a view, a job, a program with a member, an invitation, a notification, a target of notifications.
 * All of their texts contain `mark` (a word of VIN letters), by which a leak is recognised.
 */
export async function fillWithEverything(site: Installation, organisation: Organisation, mark: string) {
  const { key, keyUuid, members, org } = organisation
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
  // before somebody works on it: then nobody needs to be notified any more
  const notificationUuid = await untilNotified(site, org)
  const { body: queue } = await site.get(admin, 'msoc/v1/alerts')
  const [first, second] = queue.alerts as { uuid: string }[]
  const { body: opened } = await site.call(admin, 'msoc/v1/cases/create', {
    title: `${mark} case`,
    alert_uuids: [second!.uuid],
  })
  const inCase = await fillCase(site, admin, opened.case.uuid as string, second!.uuid, mark)
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
  const agreementUuid = await beginAgreement(site, organisation, { title: `${mark} agreement` })
  const negotiated = await fillNegotiation(site, admin, agreementUuid, { programUuid: program.uuid, mark })
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
  const { body: written } = await site.call(admin, 'msoc/v1/rules/save', {
    text: lineRule(`${mark} rule`, mark, `name: ${mark.toLowerCase()}_rule\n`),
    note: `${mark} note`,
  })
  const { body: noted } = await site.call(admin, 'msoc/v1/can/notes/save', {
    subject: 'vehicle',
    subject_uuid: registered.vehicle.uuid,
    at_ms: Date.now(),
    bus: 'can0',
    id: 0x123,
    text: `${mark} bookmark`,
  })
  const { body: planned } = await site.call(admin, 'msoc/v1/alerts/steps/save', {
    kind: 'maintenance',
    matchers: { vehicles: [vin], models: [`${mark} M`] },
    from: new Date(Date.now() + 86_400_000).toISOString(),
    until: new Date(Date.now() + 2 * 86_400_000).toISOString(),
    reason: `${mark} brakes`,
  })
  const { body: standing } = await site.call(admin, 'msoc/v1/alerts/standing-steps/save', {
    kind: 'folding',
    name: `${mark} folding`,
    active: false,
    matchers: { models: [`${mark} M`] },
    folding: { vehicles: 5, share: 0.5, seconds: 60, severity: 'high' },
  })
  const today = new Date().toISOString().slice(0, 10)
  const { body: planned24 } = await site.call(admin, 'msoc/v1/shifts/save', {
    name: `${mark} shift`,
    days: [1, 2, 3, 4, 5, 6, 7],
    from: '00:00',
    to: '23:59',
    zone: 'UTC',
    members: [members.ADMIN.uuid, members.ANALYST.uuid],
    rotation: 'together',
    starts_on: today,
    ends_on: null,
  })
  const shiftUuid = planned24.shift.uuid as string
  const { body: absent } = await site.call(admin, 'msoc/v1/shifts/overrides/save', {
    shift_uuid: shiftUuid,
    date: today,
    member: members.ANALYST.uuid,
    substitute: null,
    note: `${mark} leave`,
  })
  await site.call(admin, 'msoc/v1/shifts/notes/save', {
    shift_uuid: shiftUuid,
    date: today,
    text: `${mark} notes`,
    revision: 0,
  })
  const { body: watched } = await site.call(admin, 'msoc/v1/watch-items/save', {
    kind: 'vehicle',
    subject: vin,
    note: `${mark} watch`,
  })
  const { body: handedOver } = await site.call(admin, 'msoc/v1/shifts/handovers/sign', {
    shift_uuid: shiftUuid,
    date: today,
    notes_revision: 1,
  })
  const { body: built } = await site.call(admin, 'msoc/v1/panels/save', {
    name: `${mark} panel`,
    query: { subject: 'alerts', measure: 'count', group_by: 'model' },
    chart: 'bar',
    width: 1,
    height: 1,
    shared: true,
    on_wall: true,
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
  const playbooks = await fillPlaybooks(site, admin, registered.vehicle.uuid, mark)
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
      const behind = await site.sql`SELECT 1 FROM playbook_positions p JOIN change_counters c USING (org_uuid)
        WHERE p.org_uuid = ${org.uuid} AND p.seq < c.seq`
      if (behind.length > 0) throw new Error('triggers of playbooks are still to be applied')
    },
    { timeout: 20_000, interval: 100 },
  )
  const configurations = await fillConfigurations(site, admin, org, mark, vin)
  const finding = await fillFindings(site, admin, org, mark)
  const observing = await fillObservables(site, admin, mark)
  await untilFollowed(site, org)
  await untilObserved(site, org)
  const { body: chat } = await site.call(admin, 'v2/app/notifications/targets/save', {
    own: false,
    channel: 'webhook',
    name: `${mark} receiver`,
    url: `https://${mark.toLowerCase()}.hooks.example/x`,
    secret: `${mark} secret of the receiver`,
  })
  return {
    agreementUuid,
    ...negotiated,
    ...(await fillAgreementPages(site, admin, agreementUuid, mark)),
    ...(await fillExchange(site, organisation, agreementUuid, mark)),
    ...observing,
    ...configurations,
    ...finding,
    ...(await fillMonitoring(site, admin, program.uuid, mark)),
    vin,
    notificationUuid,
    notificationTargetUuid: chat.target.uuid as string,
    deviceId,
    platform,
    vehicleUuid: registered.vehicle.uuid as string,
    alertUuid: first!.uuid,
    escalatedUuid: second!.uuid,
    caseUuid: opened.case.uuid as string,
    ...inCase,
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
    ...(await addSoftware(site, admin, mark)),
    ...engineering,
    invitationUuid: invitationBody.invitation.uuid as string,
    invited,
    dbcUuid: uploaded.version.dbc_uuid as string,
    dbcVersionUuid: uploaded.version.uuid as string,
    profileUuid: derived.row.uuid as string,
    noteUuid: noted.note.uuid as string,
    stepUuid: planned.step.uuid as string,
    standingStepUuid: standing.step.uuid as string,
    ruleUuid: written.rule.uuid as string,
    shiftUuid,
    shiftDate: today,
    overrideUuid: absent.uuid as string,
    watchItemUuid: watched.item.uuid as string,
    handoverUuid: handedOver.handover.uuid as string,
    panelUuid: built.panel.uuid as string,
    userUuid: members.ANALYST.uuid,
    email: members.ANALYST.email,
    sessionUuid: session!.uuid,
    auditId: entry!.id,
    ...playbooks,
  }
}

/** A status, a field and a template of cases; in the case a task, evidence, a link and a step of its story. */
async function fillCase(site: Installation, token: string, caseUuid: string, alertUuid: string, mark: string) {
  const call = async (path: string, input: object) => (await site.call(token, `msoc/v1/cases/${path}`, input)).body
  const { status } = await call('statuses/save', { name: `${mark} status`, stage: 'NEW', colour: 'red' })
  const { field } = await call('fields/save', { name: `${mark} field`, type: 'text' })
  const { template } = await call('templates/save', {
    name: `${mark} template`,
    title: `${mark} title`,
    severity: null,
    tlp: null,
    pap: null,
    tags: [mark],
    description: `${mark} description`,
    tasks: [],
    fields: {},
    sla: {},
  })
  const inCase = { case_uuid: caseUuid }
  const { task } = await call('tasks/save', { ...inCase, title: `${mark} task` })
  const { link } = await call('links/add', { ...inCase, kind: 'psirt-ticket', target: `${mark}-1` })
  const { entry } = await call('story/save', { ...inCase, at: new Date().toISOString(), title: `${mark} step` })
  await call('evidence/add', { ...inCase, name: `${mark} events`, source: { kind: 'alert', alert_uuid: alertUuid } })
  const { body: stored } = await site.upload(
    token,
    'msoc/v1/cases/evidence/upload',
    { ...inCase, file_name: `${mark}.bin` },
    `${mark} bytes`,
  )
  // a case that is merged into the other one
  const { case: part } = await call('create', { title: `${mark} part`, alert_uuids: [] })
  await call('merge', { uuid: part.uuid, into: caseUuid })
  return {
    caseStatusUuid: status.uuid as string,
    caseFieldUuid: field.uuid as string,
    caseTemplateUuid: template.uuid as string,
    caseTaskUuid: task.uuid as string,
    caseLinkUuid: link.uuid as string,
    caseStoryUuid: entry.uuid as string,
    caseEvidenceUuid: stored.evidence.uuid as string,
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

/** An observable with a result, a watchlist with a value, and an analyzer with a secret. */
async function fillObservables(site: Installation, token: string, mark: string) {
  const { body: listed } = await site.call(token, 'msoc/v1/observables/lists/save', {
    name: `${mark} list`,
    kind: 'watch',
    active: false,
  })
  const listUuid = listed.list.uuid as string
  const { body: added } = await site.call(token, 'msoc/v1/observables/create', {
    values: [{ type: 'vin', value: `${mark}0000000000001`.slice(0, 17) }],
    tags: [mark],
    note: `${mark} note`,
    list_uuid: listUuid,
  })
  const observableUuid = added.uuid as string
  await site.call(token, 'msoc/v1/observables/analyze', { uuid: observableUuid, analyzer: 'vin' })
  const { body: saved } = await site.call(token, 'msoc/v1/observables/analyzers/save', {
    kind: 'http',
    name: `${mark} service`,
    url: 'https://example.com/',
    types: ['domain'],
    secret: `${mark} secret`,
  })
  return { observableUuid, observableListUuid: listUuid, analyzerUuid: saved.analyzer.uuid as string }
}

/** Waits until the observables of the organisation's alerts have been read. */
async function untilObserved(site: Installation, org: Org): Promise<void> {
  await vi.waitFor(
    async () => {
      const [row] = await site.sql<{ behind: boolean }[]>`SELECT p.seq IS DISTINCT FROM c.seq AS behind
        FROM change_counters c LEFT JOIN observable_positions p ON p.org_uuid = c.org_uuid
        WHERE c.org_uuid = ${org.uuid}`
      if (row!.behind) throw new Error('observables of alerts are still to be read')
    },
    { timeout: 20_000, interval: 100 },
  )
}

/** Waits until members were notified of the organisation's alerts; returns the notification of a critical one. */
async function untilNotified(site: Installation, org: Org): Promise<string> {
  return vi.waitFor(
    async () => {
      const [seen] = await site.sql<{ uuid: string | null; behind: boolean }[]>`
        SELECT
          (SELECT uuid FROM notifications WHERE org_uuid = ${org.uuid} AND kind = 'alert-critical' LIMIT 1) AS uuid,
          p.seq IS DISTINCT FROM c.seq AS behind
        FROM change_counters c LEFT JOIN alert_notice_positions p ON p.org_uuid = c.org_uuid
        WHERE c.org_uuid = ${org.uuid}`
      if (seen!.behind || seen!.uuid === null) throw new Error('members are still to be notified of alerts')
      return seen!.uuid
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
  const tara = await fillTara(site, token, programUuid, mark)
  return {
    goalUuid: goal!.uuid,
    requirementUuid: requirement!.uuid,
    assetUuid: asset!.uuid,
    suspectUuid: suspects.links[0].uuid as string,
    ...(await fillWork(site, token, programUuid, asset!.uuid, mark)),
    ...tara,
    ...(await fillSafety(site, token, programUuid, tara.threatUuid, mark)),
    ...(await fillFmea(site, token, programUuid, mark)),
  }
}

/**
 * A threat scenario that matches an alert, with a damage scenario, a tree with a control and an assumption, and a draft
 * of a method.
 */
async function fillTara(site: Installation, token: string, programUuid: string, mark: string) {
  const named = ['damage', 'threat', 'tree', 'control', 'assumption'].map(() =>
    uuidInProgram(programUuid, crypto.randomUUID()),
  )
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

/** A playbook with a run that waits for approval, a secret, and an action of a vehicle that waits for approval. */
async function fillPlaybooks(site: Installation, token: string, vehicleUuid: string, mark: string) {
  const ask = node('ask', 'approval', {
    question: `${mark} question`,
    people: { kind: 'role', role: 'ANALYST' },
    approvals: 2,
    expires_after_minutes: 600,
  })
  const { body: saved } = await site.call(token, 'msoc/v1/playbooks/save', {
    name: `${mark} playbook`,
    description: `${mark} description`,
    tags: [mark],
    trigger: { kind: 'manual', subject: 'vehicle' },
    graph: graphOf([ask], ''),
  })
  const { uuid, revision } = saved.playbook
  await site.call(token, 'msoc/v1/playbooks/enable', { uuid, revision, version: 1 })
  await site.call(token, 'msoc/v1/playbooks/secrets/save', {
    name: mark,
    description: `${mark} secret`,
    value: `${mark}-value`,
  })
  const { body: begun } = await site.call(token, 'msoc/v1/playbooks/run', {
    uuid,
    subject: { kind: 'vehicle', uuid: vehicleUuid },
  })
  const { body: requested } = await site.call(token, 'msoc/v1/vehicle-actions/request', {
    vehicle: vehicleUuid,
    kind: 'enter_safe_mode',
    parameters: { reason: `${mark} reason` },
    reason: `${mark} reason`,
    expires_after_minutes: 600,
  })
  const runUuid = begun.run.uuid as string
  const stepUuid = await vi.waitFor(
    async () => {
      const { body } = await site.get(token, 'msoc/v1/playbooks/runs/get', { uuid: runUuid })
      if (body.run.state !== 'WAITING') throw new Error('a run has yet to wait')
      return body.steps[0].uuid as string
    },
    { timeout: 20_000, interval: 100 },
  )
  return {
    playbookUuid: uuid as string,
    playbookRunUuid: runUuid,
    playbookStepUuid: stepUuid,
    vehicleActionUuid: requested.action.uuid as string,
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

/** A vulnerability of a component, with a statement and a note; assessed, so that it does not change by itself. */
async function fillFindings(site: Installation, admin: string, org: Org, mark: string) {
  const made = await createFinding(site.sql, org, {
    cve: `${mark}-2026-0001`,
    component: `${mark}-lib`,
    software: `${mark} found image`,
    supplier: `${mark} supplier`,
  })
  const { uuid } = made
  await site.call(admin, 'v2/app/vulnerability/findings/state', {
    uuids: [uuid],
    state: 'not_affected',
    justification: 'code_not_reachable',
    detail: `${mark} reason`,
  })
  const { body: noted } = await site.call(admin, 'v2/app/vulnerability/findings/add-note', {
    finding_uuid: uuid,
    scope: 'both',
    text: `${mark} note`,
  })
  await vi.waitFor(
    async () => {
      const due = await site.sql`SELECT 1 FROM findings WHERE org_uuid = ${org.uuid} AND assess_at <= now()`
      if (due.length > 0) throw new Error('a finding is still to be assessed')
    },
    { timeout: 20_000, interval: 100 },
  )
  const [statement] = await site.sql<
    { uuid: string }[]
  >`SELECT uuid FROM finding_statements WHERE finding_uuid = ${uuid}`
  return {
    findingUuid: uuid,
    findingStatementUuid: statement!.uuid,
    findingNoteUuid: noted.uuid as string,
    findingReleaseUuid: made.releaseUuid,
    findingComponentId: made.componentId,
    findingVulnerability: `${mark}-2026-0001`,
  }
}

/** A source and a trigger of a program, and an event that was entered by hand. */
async function fillMonitoring(site: Installation, admin: string, programUuid: string, mark: string) {
  const save = async (path: string, input: object) =>
    (await site.call(admin, `v2/app/vulnerability/${path}`, { program_uuid: programUuid, ...input })).body
  const source = await save('monitoring/save-source', { name: `${mark} supplier`, kind: 'supplier' })
  const trigger = await save('monitoring/save-trigger', {
    name: `${mark} trigger`,
    conditions: { keywords: [`${mark} words`] },
  })
  const { event } = await save('events/create', { title: `${mark} event`, source: `${mark} supplier` })
  return {
    monitoringSourceUuid: source.uuid as string,
    monitoringTriggerUuid: trigger.uuid as string,
    securityEventUuid: event.uuid as string,
  }
}
