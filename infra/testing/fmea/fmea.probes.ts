import { defaultProfile } from '@carapace/shared/fmea/default-profile'

import type { AccessProbes } from '../support/access-probes.ts'

/** Calls of FMEA; its artefacts are those of the graph. */
export const probes: AccessProbes = {
  isolation({ theirs }) {
    const profile = { uuid: theirs.profileUuid, revision: 1 }
    return {
      'v2/app/fmea/profiles': [{ say: {}, status: 200 }],
      'v2/app/fmea/profiles/save': [{ say: { ...profile, name: 'ours now', content: defaultProfile }, status: 404 }],
      'v2/app/fmea/profiles/release': [{ say: profile, status: 404 }],
      'v2/app/fmea/profiles/delete': [{ say: profile, status: 404 }],
      'v2/app/fmea/read-file': [{ say: { form: 'csv' }, status: 200 }],
      'v2/app/fmea/report': [
        { say: { fmea_uuid: theirs.fmeaUuid, form: 'pdf' }, status: 404 },
        { say: { fmea_uuid: theirs.fmeaUuid, form: 'xlsx' }, status: 404 },
      ],
    }
  },
  calls(mine, nobody) {
    return {
      'v2/app/fmea/profiles': {},
      'v2/app/fmea/profiles/save': {
        uuid: mine.profileUuid,
        revision: 1,
        name: 'x',
        note: 'x',
        content: defaultProfile,
      },
      'v2/app/fmea/profiles/release': { uuid: nobody, revision: 1 },
      'v2/app/fmea/profiles/delete': { uuid: nobody, revision: 1 },
      'v2/app/fmea/read-file': { form: 'csv', sheet: 'x' },
      'v2/app/fmea/report': { fmea_uuid: mine.fmeaUuid, form: 'csv' },
    }
  },
}
