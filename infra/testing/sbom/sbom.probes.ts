import type { AccessProbes } from '../support/access-probes.ts'

const bom = (path: string) => `v2/app/sbom/${path}`

/** Calls of software, releases, documents, components and policies. */
export const probes: AccessProbes = {
  isolation({ theirs, ours, mark }) {
    const release = { release_uuid: theirs.releaseUuid }
    const revised = { uuid: theirs.releaseUuid, revision: 1 }
    const document = { uuid: theirs.bomDocumentUuid }
    return {
      [bom('software')]: [
        { say: { q: mark }, status: 200 },
        { say: { program_uuid: theirs.programUuid }, status: 404 },
      ],
      [bom('software/save')]: [
        { say: { uuid: theirs.softwareUuid, revision: 1, ecu: 'x' }, status: 404 },
        { say: { name: 'new', program_uuid: theirs.programUuid }, status: 404 },
      ],
      [bom('software/delete')]: [{ say: { uuid: theirs.softwareUuid, revision: 1 }, status: 404 }],
      [bom('releases')]: [
        { say: { q: mark }, status: 200 },
        { say: { software_uuid: theirs.softwareUuid }, status: 200 },
        { say: { program_uuid: theirs.programUuid }, status: 404 },
      ],
      [bom('releases/get')]: [{ say: { uuid: theirs.releaseUuid }, status: 404 }],
      [bom('releases/save')]: [
        { say: { ...revised, note: 'x' }, status: 404 },
        { say: { software_uuid: theirs.softwareUuid, version: '9' }, status: 404 },
      ],
      [bom('releases/state')]: [{ say: { ...revised, state: 'APPROVED' }, status: 404 }],
      [bom('releases/delete')]: [{ say: revised, status: 404 }],
      [bom('releases/diff')]: [
        { say: { before: theirs.releaseUuid, after: ours.releaseUuid }, status: 404 },
        { say: { before: ours.releaseUuid, after: theirs.releaseUuid }, status: 404 },
      ],
      [bom('releases/merge')]: [
        { say: { name: 'x', parts: [theirs.releaseUuid], release_uuid: ours.releaseUuid }, status: 404 },
        { say: { name: 'x', parts: [ours.releaseUuid], release_uuid: theirs.releaseUuid }, status: 404 },
      ],
      [bom('documents')]: [{ say: release, status: 404 }],
      [bom('documents/upload')]: [{ say: release, status: 404 }],
      [bom('documents/fetch')]: [{ say: { ...release, url: 'https://10.0.0.1/bom.json' }, status: 404 }],
      [bom('documents/get')]: [{ say: document, status: 404 }],
      [bom('documents/download')]: [{ say: document, status: 404 }],
      [bom('documents/use')]: [{ say: document, status: 404 }],
      [bom('documents/read-again')]: [{ say: document, status: 404 }],
      [bom('documents/delete')]: [{ say: document, status: 404 }],
      [bom('documents/export-preview')]: [{ say: { ...document, format: 'SPDX JSON' }, status: 404 }],
      [bom('documents/export')]: [{ say: { ...document, format: 'SPDX JSON' }, status: 404 }],
      [bom('components')]: [{ say: release, status: 404 }],
      [bom('components/get')]: [{ say: { ...release, position: 0 }, status: 404 }],
      [bom('components/tree')]: [{ say: release, status: 404 }],
      [bom('components/graph')]: [{ say: release, status: 404 }],
      [bom('components/paths')]: [{ say: { ...release, position: 0 }, status: 404 }],
      [bom('components/search')]: [{ say: { q: mark }, status: 200 }],
      [bom('components/use')]: [{ say: { component_id: theirs.componentId }, status: 404 }],
      [bom('policies')]: [{ say: {}, status: 200 }],
      [bom('policies/save')]: [{ say: { revision: 0 }, status: 200 }],
      [bom('licences')]: [{ say: release, status: 404 }],
      [bom('aliases')]: [{ say: {}, status: 200 }],
      [bom('aliases/save')]: [
        { say: { uuid: theirs.componentAliasUuid, revision: 1, name: 'x', purl: 'pkg:npm/x' }, status: 404 },
      ],
      [bom('aliases/delete')]: [{ say: { uuid: theirs.componentAliasUuid, revision: 1 }, status: 404 }],
    }
  },

  calls(mine, nobody) {
    const release = { release_uuid: mine.releaseUuid }
    const document = { uuid: mine.bomDocumentUuid }
    const target = { release_uuid: nobody, software: 'x', version: '1', origin: 'own', file_name: 'x' }
    return {
      [bom('software')]: { q: 'x', program_uuid: mine.programUuid },
      [bom('software/save')]: {
        uuid: mine.softwareUuid,
        revision: 99,
        name: 'x',
        kind: 'app',
        ecu: 'x',
        reported_as: 'x',
        supplier: 'x',
        description: 'x',
        program_uuid: null,
      },
      [bom('software/delete')]: { uuid: mine.softwareUuid, revision: 99 },
      [bom('releases')]: {
        q: 'x',
        state: 'DRAFT',
        kind: 'app',
        document: 'ready',
        ecu: 'x',
        supplier: 'x',
        software_uuid: mine.softwareUuid,
        program_uuid: mine.programUuid,
        sort: 'age',
        order: 'asc',
        cursor: '0',
        limit: '5',
      },
      [bom('releases/get')]: { uuid: mine.releaseUuid },
      [bom('releases/save')]: {
        uuid: mine.releaseUuid,
        revision: 99,
        software_uuid: mine.softwareUuid,
        version: '1',
        rxswin: 'x',
        part_number: 'x',
        hashes: [{ algorithm: 'SHA-256', value: 'ab' }],
        released_at: '2026-01-01T00:00:00Z',
        note: 'x',
      },
      [bom('releases/state')]: { uuid: mine.releaseUuid, revision: 99, state: 'APPROVED' },
      [bom('releases/delete')]: { uuid: mine.releaseUuid, revision: 99 },
      [bom('releases/diff')]: { before: mine.releaseUuid, after: mine.releaseUuid },
      [bom('releases/merge')]: { name: 'x', parts: [nobody], release_uuid: nobody },
      [bom('documents')]: release,
      [bom('documents/upload')]: target,
      [bom('documents/fetch')]: { ...target, url: 'https://10.0.0.1/bom.json' },
      [bom('documents/get')]: document,
      [bom('documents/download')]: document,
      [bom('documents/use')]: { uuid: nobody },
      [bom('documents/read-again')]: { uuid: nobody },
      [bom('documents/delete')]: { uuid: nobody },
      [bom('documents/export-preview')]: { ...document, format: 'SPDX JSON' },
      [bom('documents/export')]: { ...document, format: 'SPDX JSON' },
      [bom('components')]: {
        ...release,
        q: 'x',
        type: 'library',
        scope: 'required',
        licence: 'MIT',
        unlicensed: 'true',
        depth: '3',
        unmatched: 'true',
        sort: 'name',
        order: 'asc',
        cursor: '0',
        limit: '5',
      },
      [bom('components/get')]: { ...release, position: '0' },
      [bom('components/tree')]: { ...release, position: '0', after: '0', limit: '5' },
      [bom('components/graph')]: { ...release, position: '0', limit: '5' },
      [bom('components/paths')]: { ...release, position: '0' },
      [bom('components/search')]: { q: 'x', limit: '5' },
      [bom('components/use')]: { component_id: String(mine.componentId) },
      [bom('policies')]: {},
      [bom('policies/save')]: {
        revision: 99,
        licences: { allow: ['MIT'], review: [], deny: [], others: 'review', missing: 'review' },
        quality: { profile: 'BSI TR-03183-2', least: 50 },
      },
      [bom('licences')]: release,
      [bom('aliases')]: {},
      [bom('aliases/save')]: {
        uuid: mine.componentAliasUuid,
        revision: 99,
        name: 'x',
        supplier: 'x',
        purl: 'pkg:npm/x',
        cpe: null,
        note: 'x',
      },
      [bom('aliases/delete')]: { uuid: mine.componentAliasUuid, revision: 99 },
    }
  },
}
