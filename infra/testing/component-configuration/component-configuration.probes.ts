import type { AccessProbes } from '../support/access-probes.ts'

const at = (call: string) => `v2/app/component-configuration/${call}`

/** Calls of component configuration. */
export const probes: AccessProbes = {
  isolation({ theirs, ours }) {
    return {
      [at('overview')]: [{ say: {}, status: 200 }],
      [at('parts')]: [{ say: {}, status: 200 }],
      [at('release-choices')]: [{ say: {}, status: 200 }],
      [at('variants')]: [{ say: {}, status: 200 }],
      [at('rules')]: [{ say: {}, status: 200 }],
      [at('carried-releases')]: [{ say: {}, status: 200 }],
      [at('vehicles')]: [
        { say: {}, status: 200 },
        { say: { variant_uuid: theirs.variantUuid }, status: 200 },
      ],
      [at('vehicle')]: [
        { say: { vehicle: theirs.vin }, status: 404 },
        { say: { vehicle: theirs.vehicleUuid }, status: 404 },
      ],
      [at('variant')]: [{ say: { uuid: theirs.variantUuid }, status: 404 }],
      [at('export-software')]: [{ say: { basis: 'reported' }, status: 200 }],
      [at('save-part')]: [
        { say: { uuid: theirs.partUuid, revision: 1, part_number: 'ours now', ecu: 'BCM' }, status: 404 },
      ],
      [at('delete-part')]: [{ say: { uuid: theirs.partUuid, revision: 1 }, status: 404 }],
      [at('save-variant')]: [
        { say: { uuid: theirs.variantUuid, revision: 1, name: 'ours now' }, status: 404 },
        { say: { name: 'with their part', units: [{ ecu: 'BCM', part_uuid: theirs.partUuid }] }, status: 422 },
        {
          say: { name: 'with their release', units: [{ ecu: 'BCM', release_uuid: theirs.configuredReleaseUuid }] },
          status: 422,
        },
      ],
      [at('delete-variant')]: [{ say: { uuid: theirs.variantUuid, revision: 1 }, status: 404 }],
      [at('propose-combination')]: [{ say: { variant_uuid: theirs.variantUuid, revision: 1 }, status: 404 }],
      [at('decide-combination')]: [{ say: { uuid: theirs.combinationUuid, decision: 'APPROVED' }, status: 404 }],
      [at('save-rule')]: [
        {
          say: { kind: 'NEEDS_PART', release_uuid: theirs.configuredReleaseUuid, part_uuid: ours.partUuid },
          status: 422,
        },
        {
          say: { kind: 'NEEDS_PART', release_uuid: ours.configuredReleaseUuid, part_uuid: theirs.partUuid },
          status: 422,
        },
        {
          say: {
            kind: 'EXCLUDES',
            release_uuid: ours.configuredReleaseUuid,
            other_release_uuid: theirs.configuredReleaseUuid,
          },
          status: 422,
        },
        {
          say: {
            kind: 'REQUIRES',
            release_uuid: ours.configuredReleaseUuid,
            other_software_uuid: theirs.configuredSoftwareUuid,
          },
          status: 422,
        },
      ],
      [at('delete-rule')]: [{ say: { uuid: theirs.compatibilityRuleUuid, revision: 1 }, status: 404 }],
      [at('assign-variant')]: [
        { say: { variant_uuid: theirs.variantUuid, vins: [ours.vin] }, status: 404 },
        { say: { variant_uuid: ours.variantUuid, vins: ['NONE-OF-OURS'] }, status: 200 },
      ],
      [at('import-software')]: [{ say: { form: 'csv' }, status: 400 }],
    }
  },
  calls(mine, nobody) {
    const page = { q: 'x', cursor: '5', limit: '5' }
    return {
      [at('overview')]: {},
      [at('parts')]: { ...page, ecu: 'BCM' },
      [at('release-choices')]: { q: 'x', ecu: 'BCM', limit: '5' },
      [at('variants')]: page,
      [at('rules')]: page,
      [at('carried-releases')]: { q: 'x', ecu: 'BCM' },
      [at('vehicles')]: {
        ...page,
        model: 'x',
        variant_uuid: mine.variantUuid,
        ecu: 'BCM',
        software: 'x',
        version: '1',
        different: 'true',
      },
      [at('vehicle')]: { vehicle: mine.vin },
      [at('variant')]: { uuid: mine.variantUuid },
      [at('export-software')]: { basis: 'declared' },
      [at('save-part')]: {
        uuid: mine.partUuid,
        revision: 99,
        part_number: 'x',
        name: 'x',
        ecu: 'BCM',
        supplier: 'x',
        has_hsm: true,
      },
      [at('delete-part')]: { uuid: mine.partUuid, revision: 99 },
      [at('save-variant')]: {
        uuid: mine.variantUuid,
        revision: 99,
        name: 'x',
        model: 'x',
        market: 'x',
        built_from: '2026-01-01',
        built_to: '2026-12-31',
        description: 'x',
        rxswins: ['x'],
        units: [{ ecu: 'BCM', part_uuid: null, release_uuid: null, calibration: 'x', features: ['x'] }],
      },
      [at('delete-variant')]: { uuid: mine.variantUuid, revision: 99 },
      [at('propose-combination')]: { variant_uuid: mine.variantUuid, revision: 99, note: 'x' },
      [at('decide-combination')]: { uuid: nobody, decision: 'APPROVED', note: 'x' },
      [at('save-rule')]: [
        { kind: 'NEEDS_PART', release_uuid: nobody, part_uuid: nobody, note: 'x' },
        { kind: 'EXCLUDES', release_uuid: nobody, other_release_uuid: nobody, note: 'x' },
        { kind: 'REQUIRES', release_uuid: nobody, other_software_uuid: nobody, least_version: '1', note: 'x' },
      ],
      [at('delete-rule')]: { uuid: mine.compatibilityRuleUuid, revision: 99 },
      [at('assign-variant')]: [
        { variant_uuid: mine.variantUuid, vins: [mine.vin], dry_run: true },
        { variant_uuid: mine.variantUuid, model: 'x', dry_run: true },
        { variant_uuid: mine.variantUuid, vin_pattern: 'x*', dry_run: true },
      ],
      [at('import-software')]: { form: 'csv', dry_run: 'true' },
    }
  },
}
