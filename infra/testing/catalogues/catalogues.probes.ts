import type { AccessProbes } from '../support/access-probes.ts'

/** Calls and channels of catalogues. */
export const probes: AccessProbes = {
  isolation({ theirs }) {
    return {
      'v2/app/get-catalogue': [{ say: { catalogue: 'threat' }, status: 200 }],
      'v2/app/get-catalogue-entry': [{ say: { uuid: theirs.catalogueEntryUuid }, status: 404 }],
      'v2/app/save-catalogue-entry': [
        { say: { uuid: theirs.catalogueEntryUuid, revision: 1, catalogue: 'threat', title: 'ours now' }, status: 404 },
      ],
      'v2/app/delete-catalogue-entry': [{ say: { uuid: theirs.catalogueEntryUuid, revision: 1 }, status: 404 }],
      'v2/app/import-catalogue': [{ say: { catalogue: 'threat', form: 'csv' }, status: 400 }],
      'v2/app/export-catalogue': [{ say: { catalogue: 'threat' }, status: 200 }],
    }
  },
  calls(mine) {
    return {
      'v2/app/get-catalogue': {
        catalogue: 'threat',
        q: 'x',
        stride: 'denial',
        element: 'channel',
        heading: 'data',
        retired: 'true',
        after: 'R155-4.1|x',
        limit: '5',
      },
      'v2/app/get-catalogue-entry': { uuid: mine.catalogueEntryUuid },
      'v2/app/save-catalogue-entry': {
        uuid: mine.catalogueEntryUuid,
        revision: 99,
        catalogue: 'threat',
        code: 'x',
        title: 'x',
        fields: { description: 'x', stride: ['denial'] },
        is_retired: false,
      },
      'v2/app/delete-catalogue-entry': { uuid: mine.catalogueEntryUuid, revision: 99 },
      'v2/app/import-catalogue': { catalogue: 'threat', form: 'csv', dry_run: 'true' },
      'v2/app/export-catalogue': { catalogue: 'threat' },
    }
  },
}
