import type { AccessProbes } from '../../support/access-probes.ts'

const template = {
  name: 'ours',
  title: 'ours',
  severity: 'low',
  tlp: 'GREEN',
  pap: 'GREEN',
  tags: ['ours'],
  description: 'ours',
  tasks: [{ title: 'ours', description: '', checklist: ['ours'], due_minutes: 30 }],
  fields: {},
  sla: { low: { acknowledge: 10, resolve: 20 } },
}
const at = '2026-01-01T00:00:00Z'
const frames = { kind: 'window', bus: 'can0', from: at, to: '2026-01-01T00:01:00Z' }

/** Calls of cases, besides those that open, change and list them (../alerts/alerts.probes.ts). */
export const probes: AccessProbes = {
  isolation({ theirs, ours, mark }) {
    const item = { case_uuid: theirs.caseUuid, uuid: theirs.caseEvidenceUuid }
    const inOurs = { case_uuid: ours.caseUuid, uuid: theirs.caseEvidenceUuid }
    const evidence = (source: object) => ({ case_uuid: ours.caseUuid, name: 'ours', source })
    return {
      'msoc/v1/cases/board': [
        { say: {}, status: 200 },
        { say: { q: mark, status: theirs.caseStatusUuid, template: theirs.caseTemplateUuid }, status: 200 },
      ],
      'msoc/v1/cases/settings': [{ say: {}, status: 200 }],
      'msoc/v1/cases/statuses/save': [
        { say: { uuid: theirs.caseStatusUuid, revision: 1, name: 'ours', stage: 'NEW', colour: 'red' }, status: 404 },
      ],
      'msoc/v1/cases/statuses/delete': [{ say: { uuid: theirs.caseStatusUuid, revision: 1 }, status: 404 }],
      'msoc/v1/cases/fields/save': [
        { say: { uuid: theirs.caseFieldUuid, revision: 1, name: 'ours', type: 'text' }, status: 404 },
      ],
      'msoc/v1/cases/fields/delete': [{ say: { uuid: theirs.caseFieldUuid, revision: 1 }, status: 404 }],
      'msoc/v1/cases/templates/save': [
        { say: { ...template, uuid: theirs.caseTemplateUuid, revision: 1 }, status: 404 },
        { say: { ...template, fields: { [theirs.caseFieldUuid]: 'ours' } }, status: 400 },
      ],
      'msoc/v1/cases/templates/delete': [{ say: { uuid: theirs.caseTemplateUuid, revision: 1 }, status: 404 }],
      'msoc/v1/cases/members': [
        { say: { uuid: theirs.caseUuid, add: [] }, status: 404 },
        { say: { uuid: ours.caseUuid, add: [theirs.userUuid] }, status: 400 },
      ],
      'msoc/v1/cases/tasks': [
        { say: {}, status: 200 },
        { say: { owner: theirs.userUuid }, status: 200 },
      ],
      'msoc/v1/cases/tasks/save': [
        { say: { case_uuid: theirs.caseUuid, title: 'ours' }, status: 404 },
        { say: { case_uuid: ours.caseUuid, uuid: theirs.caseTaskUuid, revision: 1, title: 'ours' }, status: 404 },
        { say: { case_uuid: ours.caseUuid, title: 'ours', owner: theirs.userUuid }, status: 400 },
      ],
      'msoc/v1/cases/tasks/order': [{ say: { case_uuid: theirs.caseUuid, uuids: [theirs.caseTaskUuid] }, status: 404 }],
      'msoc/v1/cases/tasks/delete': [
        { say: { case_uuid: theirs.caseUuid, uuid: theirs.caseTaskUuid, revision: 1 }, status: 404 },
        { say: { case_uuid: ours.caseUuid, uuid: theirs.caseTaskUuid, revision: 1 }, status: 404 },
      ],
      'msoc/v1/cases/evidence/upload': [{ say: { case_uuid: theirs.caseUuid, file_name: 'ours.bin' }, status: 404 }],
      'msoc/v1/cases/evidence/add': [
        { say: evidence({ kind: 'alert', alert_uuid: theirs.alertUuid }), status: 404 },
        { say: evidence({ kind: 'capture', capture_uuid: theirs.captureUuid }), status: 404 },
        { say: evidence({ ...frames, vehicle: theirs.vin }), status: 404 },
        { say: { ...evidence({ ...frames, vehicle: ours.vin }), case_uuid: theirs.caseUuid }, status: 404 },
      ],
      'msoc/v1/cases/evidence/get': [
        { say: item, status: 404 },
        { say: inOurs, status: 404 },
      ],
      'msoc/v1/cases/evidence/download': [
        { say: item, status: 404 },
        { say: inOurs, status: 404 },
      ],
      'msoc/v1/cases/evidence/verify': [
        { say: item, status: 404 },
        { say: inOurs, status: 404 },
      ],
      'msoc/v1/cases/evidence/remove': [
        { say: { ...item, reason: 'ours' }, status: 404 },
        { say: { ...inOurs, reason: 'ours' }, status: 404 },
      ],
      'msoc/v1/cases/links/add': [
        { say: { case_uuid: theirs.caseUuid, kind: 'reference', target: 'ours' }, status: 404 },
        { say: { case_uuid: ours.caseUuid, kind: 'case', target_uuid: theirs.caseUuid }, status: 404 },
        { say: { case_uuid: ours.caseUuid, kind: 'vehicle', target_uuid: theirs.vehicleUuid }, status: 404 },
      ],
      'msoc/v1/cases/links/remove': [
        { say: { case_uuid: theirs.caseUuid, uuid: theirs.caseLinkUuid }, status: 404 },
        { say: { case_uuid: ours.caseUuid, uuid: theirs.caseLinkUuid }, status: 404 },
      ],
      'msoc/v1/cases/similar': [{ say: { uuid: theirs.caseUuid }, status: 404 }],
      'msoc/v1/cases/story/save': [
        { say: { case_uuid: theirs.caseUuid, at, title: 'ours' }, status: 404 },
        { say: { case_uuid: ours.caseUuid, uuid: theirs.caseStoryUuid, revision: 1, at, title: 'ours' }, status: 404 },
        {
          say: {
            case_uuid: ours.caseUuid,
            at,
            title: 'ours',
            reference: { kind: 'event', vehicle: theirs.vin, type: 'can' },
          },
          status: 400,
        },
      ],
      'msoc/v1/cases/story/order': [
        { say: { case_uuid: theirs.caseUuid, uuids: [theirs.caseStoryUuid] }, status: 404 },
      ],
      'msoc/v1/cases/story/delete': [
        { say: { case_uuid: theirs.caseUuid, uuid: theirs.caseStoryUuid }, status: 404 },
        { say: { case_uuid: ours.caseUuid, uuid: theirs.caseStoryUuid }, status: 404 },
      ],
      'msoc/v1/cases/merge': [
        { say: { uuid: theirs.caseUuid, into: ours.caseUuid }, status: 404 },
        { say: { uuid: ours.caseUuid, into: theirs.caseUuid }, status: 404 },
      ],
      'msoc/v1/cases/unmerge': [{ say: { uuid: theirs.caseUuid }, status: 404 }],
      'msoc/v1/cases/split': [
        { say: { uuid: theirs.caseUuid, revision: 1, title: 'ours', alerts: [theirs.escalatedUuid] }, status: 404 },
      ],
      'msoc/v1/cases/bulk': [
        { say: { uuids: [theirs.caseUuid], change: { severity: 'low' } }, status: 200 },
        { say: { uuids: [ours.caseUuid], change: { owner: theirs.userUuid } }, status: 400 },
        { say: { uuids: [ours.caseUuid], change: { status: theirs.caseStatusUuid } }, status: 400 },
      ],
      'msoc/v1/cases/report': [{ say: { uuid: theirs.caseUuid, form: 'pdf' }, status: 404 }],
    }
  },
  calls({ caseUuid, vin, captureUuid, alertUuid }, nobody) {
    const item = { case_uuid: caseUuid, uuid: nobody }
    return {
      'msoc/v1/cases/board': {
        limit: '5',
        stage: 'NEW',
        status: nobody,
        severity: 'low',
        owner: 'me',
        member: 'me',
        tag: 'x',
        tlp: 'RED',
        template: nobody,
        overdue: 'true',
        from: at,
        to: at,
        q: 'x',
        merged: 'true',
      },
      'msoc/v1/cases/settings': {},
      'msoc/v1/cases/statuses/save': { uuid: nobody, revision: 1, name: 'x', stage: 'NEW', colour: 'red', order: 1 },
      'msoc/v1/cases/statuses/delete': { uuid: nobody, revision: 1 },
      'msoc/v1/cases/fields/save': {
        uuid: nobody,
        revision: 1,
        name: 'x',
        type: 'choice',
        options: ['x'],
        help: 'x',
        order: 1,
      },
      'msoc/v1/cases/fields/delete': { uuid: nobody, revision: 1 },
      'msoc/v1/cases/templates/save': { ...template, uuid: nobody, revision: 1 },
      'msoc/v1/cases/templates/delete': { uuid: nobody, revision: 1 },
      'msoc/v1/cases/members': { uuid: nobody, add: [nobody], remove: [nobody] },
      'msoc/v1/cases/tasks': { owner: 'me' },
      'msoc/v1/cases/tasks/save': {
        ...item,
        revision: 1,
        title: 'x',
        description: 'x',
        owner: 'me',
        due_at: at,
        state: 'DONE',
        checklist: [{ text: 'x', done: true }],
        note: 'x',
      },
      'msoc/v1/cases/tasks/order': { case_uuid: nobody, uuids: [nobody] },
      'msoc/v1/cases/tasks/delete': { ...item, revision: 1 },
      'msoc/v1/cases/evidence/upload': {
        case_uuid: nobody,
        file_name: 'x.bin',
        content_type: 'image/png',
        name: 'x',
        note: 'x',
      },
      'msoc/v1/cases/evidence/add': [
        { case_uuid: nobody, name: 'x', note: 'x', source: { ...frames, vehicle: vin } },
        { case_uuid: nobody, name: 'x', source: { kind: 'alert', alert_uuid: alertUuid } },
        { case_uuid: nobody, name: 'x', source: { kind: 'capture', capture_uuid: captureUuid } },
      ],
      'msoc/v1/cases/evidence/get': item,
      'msoc/v1/cases/evidence/download': item,
      'msoc/v1/cases/evidence/verify': item,
      'msoc/v1/cases/evidence/remove': { ...item, reason: 'x' },
      'msoc/v1/cases/links/add': {
        case_uuid: nobody,
        kind: 'reference',
        target_uuid: nobody,
        target: 'x',
        title: 'x',
        note: 'x',
      },
      'msoc/v1/cases/links/remove': item,
      'msoc/v1/cases/similar': { uuid: caseUuid, limit: '5' },
      'msoc/v1/cases/story/save': {
        ...item,
        revision: 1,
        at,
        title: 'x',
        note: 'x',
        tactic: 'x',
        reference: { kind: 'event', vehicle: vin, type: 'can' },
      },
      'msoc/v1/cases/story/order': { case_uuid: nobody, uuids: [nobody] },
      'msoc/v1/cases/story/delete': item,
      'msoc/v1/cases/merge': { uuid: nobody, into: nobody },
      'msoc/v1/cases/unmerge': { uuid: nobody },
      'msoc/v1/cases/split': {
        uuid: nobody,
        revision: 1,
        title: 'x',
        alerts: [nobody],
        tasks: [nobody],
        evidence: [nobody],
        links: [nobody],
        story: [nobody],
      },
      'msoc/v1/cases/bulk': {
        uuids: [nobody],
        change: {
          stage: 'NEW',
          status: null,
          resolution: 'UNKNOWN',
          owner: 'me',
          severity: 'low',
          add_tags: ['x'],
          remove_tags: ['x'],
        },
      },
      'msoc/v1/cases/report': { uuid: caseUuid, form: 'pdf' },
    }
  },
}
