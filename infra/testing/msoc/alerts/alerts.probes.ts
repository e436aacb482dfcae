import type { AccessProbes } from '../../support/access-probes.ts'
import { shippedSteps } from '@carapace/shared/msoc/alerts/pipeline/standing-steps'
import { windowOf } from '../spans.ts'

/** A silence of everything of one model. */
const silence = {
  kind: 'silence',
  matchers: { models: ['x'] },
  from: new Date(Date.now() - 86_400_000).toISOString(),
  until: new Date(Date.now() + 86_400_000).toISOString(),
  reason: 'ours',
}

const { vehicles, share, seconds, severity } = shippedSteps['same-rule'].settings
const folding = { kind: 'folding', name: 'ours', active: false, folding: { vehicles, share, seconds, severity } }
/** An assignment at any time to nobody that exists. */
const turns = {
  method: 'round_robin',
  members: ['00000000-0000-4000-8000-000000000001'],
  shift: { days: [1], from: '06:00', to: '14:00', zone: 'UTC' },
}

/** Calls and channels of alerts, cases and the dashboard. */
export const probes: AccessProbes = {
  isolation({ theirs, ours, mark }) {
    return {
      'msoc/v1/alerts': [
        { say: {}, status: 200 },
        { say: { vehicle: theirs.vin }, status: 200 },
        { say: { owner: theirs.userUuid }, status: 200 },
        { say: { q: mark }, status: 200 },
        { say: { cursor: `2100-01-01T00:00:00Z|${theirs.alertUuid}`, limit: 500 }, status: 200 },
      ],
      'msoc/v1/alerts/histogram': [
        { say: {}, status: 200 },
        { say: { vehicle: theirs.vin }, status: 200 },
        { say: { q: mark }, status: 200 },
      ],
      'msoc/v1/alerts/similar': [
        { say: { uuid: theirs.alertUuid }, status: 404 },
        { say: { uuid: ours.alertUuid }, status: 200 },
      ],
      'msoc/v1/alerts/similar-counts': [
        { say: { uuids: [theirs.alertUuid, theirs.escalatedUuid] }, status: 200 },
        { say: { uuids: [ours.alertUuid] }, status: 200 },
      ],
      'msoc/v1/alerts/get': [{ say: { uuid: theirs.alertUuid }, status: 404 }],
      'msoc/v1/alerts/update': [
        { say: { uuids: [theirs.alertUuid], change: { acknowledge: true } }, status: 200 },
        { say: { uuids: [theirs.alertUuid], revision: 1, change: { tags: ['taken'] } }, status: 200 },
        { say: { query: { vehicle: theirs.vin }, change: { status: 'CLOSED', resolution: 'UNKNOWN' } }, status: 200 },
        { say: { query: { q: mark }, change: { owner: 'me' } }, status: 200 },
        { say: { uuids: [ours.alertUuid], change: { owner: theirs.userUuid } }, status: 400 },
      ],
      'msoc/v1/alerts/labelled/export': [{ say: {}, status: 200 }],
      'msoc/v1/detection/sensitivity': [{ say: {}, status: 200 }],
      'msoc/v1/detection/sensitivity/preview': [
        { say: {}, status: 200 },
        { say: { false_alerts_at_most: '0.1' }, status: 200 },
      ],
      'msoc/v1/detection/sensitivity/save': [{ say: { false_alerts_at_most: 3, revision: 0 }, status: 200 }],
      'msoc/v1/alerts/steps': [{ say: {}, status: 200 }],
      'msoc/v1/alerts/steps/save': [
        { say: { ...silence, matchers: { vehicles: [theirs.vin] } }, status: 200 },
        { say: { ...silence, uuid: theirs.stepUuid, revision: 1 }, status: 404 },
      ],
      'msoc/v1/alerts/steps/end': [{ say: { uuid: theirs.stepUuid, revision: 1 }, status: 404 }],
      'msoc/v1/alerts/steps/delete': [{ say: { uuid: theirs.stepUuid, revision: 1 }, status: 404 }],
      'msoc/v1/alerts/steps/try': [
        { say: { matchers: { vehicles: [theirs.vin] } }, status: 200 },
        { say: { matchers: { title: mark } }, status: 200 },
        { say: { matchers: { title: mark }, assignment: { ...turns, members: [theirs.userUuid] } }, status: 200 },
      ],
      'msoc/v1/alerts/unfold': [{ say: { uuids: [theirs.alertUuid, theirs.escalatedUuid] }, status: 200 }],
      'msoc/v1/alerts/standing-steps': [{ say: {}, status: 200 }],
      'msoc/v1/alerts/standing-steps/save': [
        { say: { ...folding, matchers: { vehicles: [theirs.vin] } }, status: 200 },
        { say: { ...folding, uuid: theirs.standingStepUuid, revision: 1 }, status: 404 },
      ],
      'msoc/v1/alerts/standing-steps/delete': [{ say: { uuid: theirs.standingStepUuid, revision: 1 }, status: 404 }],
      'msoc/v1/alerts/standing-steps/try': [
        { say: { kind: 'folding', folding: folding.folding, matchers: { vehicles: [theirs.vin] } }, status: 200 },
      ],
      'msoc/v1/alerts/proposals': [{ say: {}, status: 200 }],
      'msoc/v1/alerts/proposals/decline': [{ say: { key: JSON.stringify({ rules: [mark] }) }, status: 404 }],
      'msoc/v1/alerts/steps/order': [{ say: { uuids: [theirs.stepUuid] }, status: 404 }],
      'msoc/v1/alerts/merge': [
        { say: { uuids: [theirs.alertUuid], into: ours.alertUuid }, status: 404 },
        { say: { uuids: [ours.alertUuid], into: theirs.alertUuid }, status: 404 },
      ],
      'msoc/v1/alerts/unmerge': [{ say: { uuids: [theirs.alertUuid] }, status: 200 }],
      'msoc/v1/alerts/bulk': [
        { say: { query: { vehicle: theirs.vin }, change: { acknowledge: true } }, status: 200 },
        { say: { query: { q: mark }, change: { owner: theirs.userUuid } }, status: 400 },
      ],
      'msoc/v1/alerts/bulk/undo': [{ say: { job: theirs.jobUuid }, status: 404 }],
      'msoc/v1/alerts/rules': [
        { say: {}, status: 200 },
        { say: { vehicle: theirs.vin }, status: 200 },
        { say: { q: mark }, status: 200 },
      ],
      'msoc/v1/alerts/export': [
        { say: {}, status: 200 },
        { say: { vehicle: theirs.vin }, status: 200 },
        { say: { q: mark }, status: 200 },
      ],
      'msoc/v1/cases': [
        { say: {}, status: 200 },
        { say: { q: mark }, status: 200 },
        { say: { owner: theirs.userUuid }, status: 200 },
        { say: { member: theirs.userUuid, status: theirs.caseStatusUuid }, status: 200 },
      ],
      'msoc/v1/cases/get': [{ say: { uuid: theirs.caseUuid }, status: 404 }],
      'msoc/v1/cases/update': [
        { say: { uuid: theirs.caseUuid, revision: 1, title: 'ours' }, status: 404 },
        { say: { uuid: theirs.caseUuid, revision: 1, stage: 'CLOSED', close_alerts: 'UNKNOWN' }, status: 404 },
        { say: { uuid: ours.caseUuid, revision: 2, owner: theirs.userUuid }, status: 400 },
        { say: { uuid: ours.caseUuid, revision: 2, status: theirs.caseStatusUuid }, status: 400 },
        { say: { uuid: ours.caseUuid, revision: 2, fields: { [theirs.caseFieldUuid]: 'ours' } }, status: 400 },
      ],
      'msoc/v1/cases/link': [
        { say: { uuid: theirs.caseUuid, add: [ours.alertUuid] }, status: 404 },
        { say: { uuid: theirs.caseUuid, remove: [theirs.escalatedUuid] }, status: 404 },
        { say: { uuid: ours.caseUuid, add: [theirs.alertUuid] }, status: 404 },
        { say: { uuid: ours.caseUuid, remove: [theirs.escalatedUuid] }, status: 404 },
      ],
      'msoc/v1/cases/comment': [{ say: { uuid: theirs.caseUuid, text: 'ours' }, status: 404 }],
      'msoc/v1/dashboard': [{ say: {}, status: 200 }],
      'msoc/v1/cases/create': [
        { say: { title: 'ours', alert_uuids: [theirs.alertUuid] }, status: 404 },
        { say: { title: 'ours', alert_uuids: [ours.alertUuid, theirs.alertUuid] }, status: 404 },
        { say: { title: 'ours', alert_uuids: [], template_uuid: theirs.caseTemplateUuid }, status: 400 },
        { say: { title: 'ours', alert_uuids: [], members: [theirs.userUuid] }, status: 400 },
      ],
    }
  },
  watched(theirs) {
    return {
      'msoc.alerts': [
        { params: {}, refused: false },
        { params: { filter: { vehicle: theirs.vin } }, refused: false },
        { params: { filter: { owner: theirs.userUuid } }, refused: false },
      ],
      'msoc.cases': [{ params: {}, refused: false }],
    }
  },
  calls(mine, nobody) {
    const { vin, alertUuid, caseUuid } = mine
    const window = windowOf(vin)
    const narrowed = {
      acknowledged: 'false',
      case: caseUuid,
      rule: 'x',
      model: 'x',
      tag: 'x',
      tactic: 'x',
      observable: 'ecu:x',
      suppressed: 'any',
      folded_into: alertUuid,
      overdue: 'false',
      not_severity: 'low',
      not_source: 'ids',
      not_status: 'MERGED',
      not_rule: 'x',
      not_model: 'x',
      not_vehicle: vin,
    }
    return {
      'msoc/v1/alerts/bulk': {
        query: { q: 'nothing', owner: 'none', vehicle: 'nobody', from: '2024-01-01T00:00:00Z' },
        change: { tags: ['a'], owner: 'me', acknowledge: true },
      },
      'msoc/v1/alerts/export': { ...window, sort: 'risk', q: 'x', owner: 'me' },
      'msoc/v1/alerts': {
        ...window,
        cursor: `2024-01-01T00:00:00Z|${nobody}`,
        status: 'NEW',
        severity: 'high,low',
        source: 'ids',
        q: 'x',
        owner: 'me',
        ...narrowed,
        sort: 'newest',
      },
      'msoc/v1/alerts/labelled/export': { from: '2024-01-01T00:00:00Z', to: '2024-02-01T00:00:00Z' },
      'msoc/v1/detection/sensitivity': {},
      'msoc/v1/detection/sensitivity/preview': { false_alerts_at_most: '3', days: '7' },
      'msoc/v1/detection/sensitivity/save': { false_alerts_at_most: 3, revision: 99 },
      'msoc/v1/alerts/steps': { limit: '5' },
      'msoc/v1/alerts/steps/save': [
        {
          ...silence,
          uuid: nobody,
          revision: 1,
          order: 3,
          kind: 'inhibition',
          inhibitors: { rules: ['x'] },
          matchers: {
            rules: ['x'],
            severities: ['low'],
            sources: ['ids'],
            vehicles: [vin],
            models: ['x'],
            observables: ['ecu:x'],
            title: 'x',
          },
        },
        { ...silence, uuid: nobody, revision: 1, kind: 'assignment', assignment: turns },
        {
          ...silence,
          uuid: nobody,
          revision: 1,
          kind: 'escalation',
          escalation: { after_minutes: 5, unless: 'closed', hand_over: turns },
        },
      ],
      'msoc/v1/alerts/steps/order': { uuids: [nobody] },
      'msoc/v1/alerts/merge': { uuids: [nobody], into: nobody },
      'msoc/v1/alerts/unmerge': { uuids: [nobody] },
      'msoc/v1/alerts/steps/end': { uuid: nobody, revision: 99 },
      'msoc/v1/alerts/steps/delete': { uuid: nobody, revision: 99 },
      'msoc/v1/alerts/unfold': { uuids: [nobody] },
      'msoc/v1/alerts/standing-steps': {},
      'msoc/v1/alerts/standing-steps/save': [
        { ...folding, uuid: nobody, revision: 1, order: 3, matchers: { rules: ['x'], title: 'x' } },
        { kind: 'risk', built_in: 'risk', revision: 1, name: 'x', active: false, risk: shippedSteps.risk.settings },
        { kind: 'proposal', built_in: 'proposals', name: 'x', active: true, proposal: shippedSteps.proposals.settings },
      ],
      'msoc/v1/alerts/standing-steps/delete': { uuid: nobody, revision: 99 },
      'msoc/v1/alerts/standing-steps/try': [
        { kind: 'folding', folding: folding.folding, matchers: { title: 'x' } },
        { kind: 'risk', risk: shippedSteps.risk.settings },
      ],
      'msoc/v1/alerts/proposals': {},
      'msoc/v1/alerts/proposals/decline': { key: 'x' },
      'msoc/v1/alerts/steps/try': [
        { matchers: { title: 'x' }, inhibitors: { title: 'x' } },
        { matchers: { title: 'x' }, assignment: turns },
        { matchers: { title: 'x' }, escalation: { after_minutes: 5, unless: 'closed', hand_over: turns } },
      ],
      'msoc/v1/alerts/rules': { ...narrowed, from: window.from, to: window.to, limit: '5', q: 'x' },
      'msoc/v1/alerts/bulk/undo': { job: nobody },
      'msoc/v1/alerts/histogram': { ...narrowed, from: window.from, to: window.to, buckets: '20', q: 'x' },
      'msoc/v1/alerts/similar': { uuid: alertUuid, limit: '5' },
      'msoc/v1/alerts/similar-counts': { uuids: [alertUuid] },
      'msoc/v1/alerts/get': { uuid: alertUuid, evidence: '10' },
      'msoc/v1/alerts/update': [
        { uuids: [alertUuid], revision: 1, change: { tags: ['a'] } },
        { uuids: [alertUuid], change: { tags: ['a'], owner: 'me', acknowledge: true } },
        { query: { q: 'x', owner: 'none', vehicle: vin }, change: { tags: ['a'] } },
      ],
      'msoc/v1/cases': {
        cursor: '5',
        limit: '5',
        stage: 'NEW',
        status: 'none',
        severity: 'low',
        owner: 'me',
        member: 'me',
        tag: 'x',
        tlp: 'RED',
        template: nobody,
        overdue: 'true',
        from: window.from,
        to: window.to,
        q: 'x',
        merged: 'true',
      },
      'msoc/v1/cases/get': { uuid: caseUuid },
      'msoc/v1/cases/comment': { uuid: caseUuid, text: 'x' },
      'msoc/v1/cases/update': [
        {
          uuid: caseUuid,
          revision: 99,
          title: 'x',
          stage: 'CLOSED',
          owner: 'me',
          severity: 'low',
          close_alerts: 'UNKNOWN',
          status: null,
          resolution: 'UNKNOWN',
          tlp: 'RED',
          pap: 'RED',
          tags: ['x'],
          need_to_know: true,
          description: 'x',
          impact: 'x',
          causes: 'x',
          lessons: 'x',
          fields: { [nobody]: 'x' },
          paused: true,
          pause_reason: 'x',
        },
      ],
      'msoc/v1/cases/link': { uuid: caseUuid, add: [nobody], remove: [nobody] },
      'msoc/v1/dashboard': { from: window.from, to: window.to },
      'msoc/v1/cases/create': {
        title: 'x',
        alert_uuids: [nobody],
        template_uuid: nobody,
        severity: 'low',
        description: 'x',
        tlp: 'RED',
        pap: 'RED',
        tags: ['x'],
        need_to_know: true,
        members: [nobody],
      },
    }
  },
}
