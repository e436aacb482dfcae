import type { AccessProbes } from '../../support/access-probes.ts'
import { lately } from '../spans.ts'
import { lineRule } from './texts.ts'

/** Calls of detection rules. */
export const probes: AccessProbes = {
  isolation({ theirs, ours, mark }) {
    const { ruleUuid: uuid, captureUuid } = theirs
    const text = lineRule('Ours', 'x')
    return {
      'msoc/v1/rules': [
        { say: {}, status: 200 },
        { say: { q: mark }, status: 200 },
      ],
      'msoc/v1/rules/get': [{ say: { uuid }, status: 404 }],
      'msoc/v1/rules/check': [{ say: { text }, status: 200 }],
      'msoc/v1/rules/save': [{ say: { uuid, revision: 1, text }, status: 404 }],
      'msoc/v1/rules/set-state': [
        { say: { uuids: [uuid], enabled: true }, status: 404 },
        { say: { uuids: [ours.ruleUuid, uuid], enabled: false }, status: 404 },
      ],
      'msoc/v1/rules/approve': [{ say: { uuid, version: 1 }, status: 404 }],
      'msoc/v1/rules/delete': [{ say: { uuid }, status: 404 }],
      'msoc/v1/rules/settings': [{ say: { four_eyes: false }, status: 200 }],
      'msoc/v1/rules/fields': [
        { say: {}, status: 200 },
        { say: { q: mark }, status: 200 },
      ],
      'msoc/v1/rules/try': [
        { say: { text, compare_with: uuid, on: { kind: 'last-hour' } }, status: 404 },
        { say: { text, on: { kind: 'capture', capture_uuid: captureUuid } }, status: 404 },
        { say: { text: lineRule('Ours', mark), on: { kind: 'last-hour' } }, status: 200 },
        {
          say: { text, on: { kind: 'events', events: [{ type: 'syslog', vehicle: theirs.vin, ts: 0, message: 'y' }] } },
          status: 200,
        },
      ],
      'msoc/v1/rules/backtest': [{ say: { uuid, version: 1, ...lately }, status: 404 }],
      'msoc/v1/rules/backtests': [{ say: { uuid }, status: 404 }],
      'msoc/v1/rules/export': [
        { say: { uuids: [uuid] }, status: 404 },
        { say: { uuids: [ours.ruleUuid, uuid] }, status: 404 },
      ],
      'msoc/v1/rules/import': [{ say: { name: 'ours.yml' }, status: 200 }],
      'msoc/v1/rules/packs': [{ say: {}, status: 200 }],
      'msoc/v1/rules/packs/install': [{ say: { name: `${mark} pack` }, status: 404 }],
    }
  },
  calls({ ruleUuid: uuid, captureUuid }, nobody) {
    const text = lineRule('x', 'x')
    return {
      'msoc/v1/rules': {
        q: 'x',
        state: 'DRAFT',
        severity: 'low',
        service: 'can',
        tag: 'x',
        pack: 'x',
        cursor: `2024-01-01T00:00:00.000000Z|${nobody}`,
        limit: '10',
      },
      'msoc/v1/rules/get': { uuid },
      'msoc/v1/rules/check': { text },
      'msoc/v1/rules/save': { uuid, revision: 99, text, note: 'x' },
      'msoc/v1/rules/set-state': { uuids: [uuid], enabled: true, version: 99 },
      'msoc/v1/rules/approve': { uuid, version: 99 },
      'msoc/v1/rules/delete': { uuid: nobody },
      'msoc/v1/rules/settings': { four_eyes: false },
      'msoc/v1/rules/fields': { service: 'can', q: 'x', limit: '10' },
      'msoc/v1/rules/try': [
        { text, compare_with: uuid, on: { kind: 'last-hour' } },
        { text, on: { kind: 'capture', capture_uuid: captureUuid } },
        { text, on: { kind: 'events', events: [{ type: 'syslog', ts: 0, message: 'x' }] } },
      ],
      'msoc/v1/rules/backtest': { uuid, version: 99, ...lately, compare: true },
      'msoc/v1/rules/backtests': { uuid },
      'msoc/v1/rules/export': { uuids: [uuid] },
      'msoc/v1/rules/import': { name: 'x.yml' },
      'msoc/v1/rules/packs': {},
      'msoc/v1/rules/packs/install': { name: 'no such pack' },
    }
  },
}
