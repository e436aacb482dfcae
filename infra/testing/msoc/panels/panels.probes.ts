import type { AccessProbes } from '../../support/access-probes.ts'

const query = { subject: 'alerts', measure: 'count', group_by: 'rule', split_by: 'severity', hours: 24, top: 5 }
const panel = { name: 'ours', query, chart: 'bar', width: 1, height: 1, position: 1, shared: false, on_wall: false }

/** Calls of panels. */
export const probes: AccessProbes = {
  isolation({ theirs, mark }) {
    return {
      'msoc/v1/panels': [{ say: {}, status: 200 }],
      'msoc/v1/panels/save': [{ say: { ...panel, uuid: theirs.panelUuid, revision: 1 }, status: 404 }],
      'msoc/v1/panels/delete': [{ say: { uuid: theirs.panelUuid }, status: 404 }],
      'msoc/v1/panels/run': [
        { say: { query }, status: 200 },
        { say: { query: { ...query, group_by: 'vehicle', filters: { vehicle: [theirs.vin] } } }, status: 200 },
        { say: { query: { ...query, group_by: 'owner', filters: { owner: [theirs.userUuid] } } }, status: 200 },
        { say: { query: { subject: 'vehicles', measure: 'count', group_by: 'model' } }, status: 200 },
        { say: { query: { ...query, filters: { model: [`${mark} M`] } } }, status: 200 },
      ],
    }
  },
  calls(_mine, nobody) {
    return {
      'msoc/v1/panels': {},
      'msoc/v1/panels/save': { ...panel, uuid: nobody, revision: 1 },
      'msoc/v1/panels/delete': { uuid: nobody },
      'msoc/v1/panels/run': { query: { ...query, filters: { severity: ['low'], rule: ['x'] }, zone: 'UTC' } },
    }
  },
}
