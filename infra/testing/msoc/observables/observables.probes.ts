import type { AccessProbes } from '../../support/access-probes.ts'

/** Calls of observables, lists and analyzers. */
export const probes: AccessProbes = {
  isolation({ theirs, ours, mark }) {
    const { observableUuid: uuid, observableListUuid: list, analyzerUuid: analyzer } = theirs
    const values = [{ type: 'domain', value: 'ours.example' }]
    const described = { tlp: 'RED', pap: 'RED', tags: [], note: '', is_ioc: false, expires_at: null }
    const service = { kind: 'http', name: 'ours', url: 'https://example.com/', types: ['domain'] }
    const file = { format: 'text', text: 'ours.example' }
    return {
      'msoc/v1/observables': [
        { say: {}, status: 200 },
        { say: { q: mark }, status: 200 },
        { say: { list }, status: 200 },
      ],
      'msoc/v1/observables/get': [{ say: { uuid }, status: 404 }],
      'msoc/v1/observables/graph': [{ say: { uuid }, status: 404 }],
      'msoc/v1/observables/find': [{ say: { values: [{ type: 'vin', value: theirs.vin }] }, status: 200 }],
      'msoc/v1/observables/create': [{ say: { values, list_uuid: list }, status: 404 }],
      'msoc/v1/observables/save': [{ say: { uuid, revision: 1, ...described }, status: 404 }],
      'msoc/v1/observables/update': [
        { say: { uuids: [uuid], change: { tlp: 'RED' } }, status: 404 },
        { say: { uuids: [ours.observableUuid, uuid], change: { tlp: 'RED' } }, status: 404 },
      ],
      'msoc/v1/observables/delete': [
        { say: { uuids: [uuid] }, status: 404 },
        { say: { uuids: [ours.observableUuid, uuid] }, status: 404 },
      ],
      'msoc/v1/observables/import': [
        { say: { ...file, dry_run: true }, status: 200 },
        { say: { ...file, dry_run: false, list_uuid: list }, status: 404 },
      ],
      'msoc/v1/observables/export': [{ say: { q: mark }, status: 200 }],
      'msoc/v1/observables/export-stix': [{ say: { q: mark }, status: 200 }],
      'msoc/v1/observables/lists': [{ say: {}, status: 200 }],
      'msoc/v1/observables/lists/save': [
        { say: { uuid: list, revision: 1, name: 'ours', kind: 'watch' }, status: 404 },
      ],
      'msoc/v1/observables/lists/delete': [{ say: { uuid: list }, status: 404 }],
      'msoc/v1/observables/lists/entries': [{ say: { uuid: list }, status: 404 }],
      'msoc/v1/observables/lists/entries/add': [{ say: { uuid: list, entries: values }, status: 404 }],
      'msoc/v1/observables/lists/entries/remove': [{ say: { uuid: list, entries: values }, status: 404 }],
      'msoc/v1/observables/analyzers': [{ say: {}, status: 200 }],
      'msoc/v1/observables/analyzers/save': [{ say: { ...service, uuid: analyzer, revision: 1 }, status: 404 }],
      'msoc/v1/observables/analyzers/test': [{ say: { ...service, uuid: analyzer }, status: 404 }],
      'msoc/v1/observables/analyzers/delete': [{ say: { uuid: analyzer }, status: 404 }],
      'msoc/v1/observables/analyze': [
        { say: { uuid, analyzer: 'vin' }, status: 404 },
        { say: { uuid: ours.observableUuid, analyzer }, status: 404 },
      ],
    }
  },
  calls({ observableUuid: uuid, observableListUuid: list, analyzerUuid: analyzer }, nobody) {
    const values = [{ type: 'domain', value: 'x.example' }]
    const service = { kind: 'http', name: 'x', url: 'https://example.com/', types: ['domain'], secret: 'x' }
    const filter = {
      q: 'x',
      type: 'vin',
      tlp: 'RED',
      tag: 'x',
      list,
      ioc: 'true',
      expired: 'false',
      seen_from: '2024-01-01T00:00:00Z',
      seen_to: '2024-01-02T00:00:00Z',
    }
    return {
      'msoc/v1/observables': { ...filter, cursor: `2024-01-01T00:00:00.000000Z|${nobody}`, limit: '10' },
      'msoc/v1/observables/get': { uuid },
      'msoc/v1/observables/graph': { uuid },
      'msoc/v1/observables/find': { values },
      'msoc/v1/observables/create': { values, tags: ['x'], note: 'x', list_uuid: nobody },
      'msoc/v1/observables/save': {
        uuid,
        revision: 99,
        tlp: 'RED',
        pap: 'RED',
        tags: ['x'],
        note: 'x',
        is_ioc: true,
        expires_at: null,
      },
      'msoc/v1/observables/update': { uuids: [nobody], change: { add_tags: ['x'], remove_tags: ['y'], is_ioc: true } },
      'msoc/v1/observables/delete': { uuids: [nobody] },
      'msoc/v1/observables/import': { format: 'csv', text: 'type,value', dry_run: true, tags: ['x'] },
      'msoc/v1/observables/export': filter,
      'msoc/v1/observables/export-stix': filter,
      'msoc/v1/observables/lists': {},
      'msoc/v1/observables/lists/save': { uuid: list, revision: 99, name: 'x', description: 'x', kind: 'watch' },
      'msoc/v1/observables/lists/delete': { uuid: nobody },
      'msoc/v1/observables/lists/entries': { uuid: list, cursor: '2024-01-01T00:00:00.000000Z|1', limit: '10' },
      'msoc/v1/observables/lists/entries/add': { uuid: nobody, entries: values },
      'msoc/v1/observables/lists/entries/remove': { uuid: nobody, entries: values },
      'msoc/v1/observables/analyzers': {},
      'msoc/v1/observables/analyzers/save': { ...service, uuid: analyzer, revision: 99 },
      'msoc/v1/observables/analyzers/test': { ...service, uuid: nobody },
      'msoc/v1/observables/analyzers/delete': { uuid: nobody },
      'msoc/v1/observables/analyze': { uuid, analyzer: nobody },
    }
  },
}
