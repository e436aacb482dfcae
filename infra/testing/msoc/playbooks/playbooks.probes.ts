import { graphOf, node } from '@carapace/shared/msoc/playbooks/playbooks.fixture'
import type { AccessProbes } from '../../support/access-probes.ts'

const definition = { trigger: { kind: 'manual', subject: null }, graph: graphOf([node('end', 'end', {})], '') }
const playbook = { name: 'Ours', description: '', tags: ['ours'], note: '', ...definition }
const dry = { ...definition, data: {}, approve: true }
const webhook = { timestamp: 1_790_000_000, signature: '0'.repeat(64) }
const vehicleAction = { kind: 'enter_safe_mode', parameters: {}, reason: 'ours', expires_after_minutes: 60 }

/** Calls and the channel of playbooks and vehicle actions. */
export const probes: AccessProbes = {
  isolation({ theirs, mark }) {
    const uuid = theirs.playbookUuid
    const run = theirs.playbookRunUuid
    const step = theirs.playbookStepUuid
    const subject = { kind: 'vehicle', uuid: theirs.vehicleUuid }
    return {
      'msoc/v1/playbooks': [
        { say: {}, status: 200 },
        { say: { q: mark }, status: 200 },
        { say: { subject: 'vehicle' }, status: 200 },
      ],
      'msoc/v1/playbooks/get': [{ say: { uuid }, status: 404 }],
      'msoc/v1/playbooks/check': [{ say: { uuid, ...definition }, status: 200 }],
      'msoc/v1/playbooks/save': [{ say: { uuid, revision: 2, ...playbook }, status: 404 }],
      'msoc/v1/playbooks/enable': [{ say: { uuid, revision: 2, version: 1 }, status: 404 }],
      'msoc/v1/playbooks/delete': [{ say: { uuid, revision: 2 }, status: 404 }],
      'msoc/v1/playbooks/templates': [{ say: {}, status: 200 }],
      'msoc/v1/playbooks/dry-run': [{ say: { ...dry, subject }, status: 404 }],
      'msoc/v1/playbooks/renew-webhook': [{ say: { uuid }, status: 404 }],
      'msoc/v1/playbooks/webhook': [{ say: { playbook: uuid, ...webhook }, status: 404 }],
      'msoc/v1/playbooks/secrets': [{ say: {}, status: 200 }],
      'msoc/v1/playbooks/secrets/save': [{ say: { name: mark, description: 'ours' }, status: 400 }],
      'msoc/v1/playbooks/secrets/delete': [{ say: { name: mark }, status: 404 }],
      'msoc/v1/playbooks/run': [{ say: { uuid, subject }, status: 404 }],
      'msoc/v1/playbooks/runs': [
        { say: {}, status: 200 },
        { say: { playbook: uuid }, status: 200 },
        { say: { subject_kind: 'vehicle', subject: theirs.vehicleUuid }, status: 200 },
      ],
      'msoc/v1/playbooks/runs/get': [{ say: { uuid: run }, status: 404 }],
      'msoc/v1/playbooks/runs/steps': [{ say: { uuid: run }, status: 404 }],
      'msoc/v1/playbooks/runs/waiting': [{ say: {}, status: 200 }],
      'msoc/v1/playbooks/runs/decide': [{ say: { step_uuid: step, decision: 'approve' }, status: 404 }],
      'msoc/v1/playbooks/runs/answer': [{ say: { step_uuid: step, values: {} }, status: 404 }],
      'msoc/v1/playbooks/runs/resolve': [{ say: { step_uuid: step, outcome: 'done' }, status: 404 }],
      'msoc/v1/playbooks/runs/cancel': [{ say: { uuid: run }, status: 404 }],
      'msoc/v1/playbooks/runs/retry': [{ say: { uuid: run, step_uuid: step }, status: 404 }],
      'msoc/v1/vehicle-actions': [
        { say: {}, status: 200 },
        { say: { vehicle: theirs.vin }, status: 200 },
      ],
      'msoc/v1/vehicle-actions/request': [{ say: { vehicle: theirs.vin, ...vehicleAction }, status: 404 }],
      'msoc/v1/vehicle-actions/decide': [{ say: { uuid: theirs.vehicleActionUuid, decision: 'approve' }, status: 404 }],
    }
  },
  watched: () => ({ 'msoc.playbook-runs': [{ params: {}, refused: false }] }),
  calls(mine, nobody) {
    const comment = 'seen'
    return {
      'msoc/v1/playbooks': { q: 'x', subject: 'alert', cursor: '0', limit: 10 },
      'msoc/v1/playbooks/get': { uuid: mine.playbookUuid, version: 1 },
      'msoc/v1/playbooks/check': { uuid: nobody, ...definition },
      'msoc/v1/playbooks/save': { uuid: nobody, revision: 1, ...playbook },
      'msoc/v1/playbooks/enable': { uuid: nobody, revision: 1, version: 1 },
      'msoc/v1/playbooks/delete': { uuid: nobody, revision: 1 },
      'msoc/v1/playbooks/templates': {},
      'msoc/v1/playbooks/dry-run': { ...dry, subject: null },
      'msoc/v1/playbooks/renew-webhook': { uuid: nobody },
      'msoc/v1/playbooks/webhook': { playbook: nobody, ...webhook },
      'msoc/v1/playbooks/secrets': {},
      'msoc/v1/playbooks/secrets/save': { name: 'OURS', description: 'ours', value: 'ours-ours' },
      'msoc/v1/playbooks/secrets/delete': { name: 'NOTHING' },
      'msoc/v1/playbooks/run': { uuid: nobody, subject: { kind: 'alert', uuid: nobody } },
      'msoc/v1/playbooks/runs': {
        playbook: nobody,
        state: 'FAILED',
        subject_kind: 'alert',
        subject: nobody,
        needs_people: true,
        sort: 'latest',
        cursor: '1.5',
        limit: 10,
      },
      'msoc/v1/playbooks/runs/get': { uuid: mine.playbookRunUuid },
      'msoc/v1/playbooks/runs/steps': {
        uuid: mine.playbookRunUuid,
        node: 'ask',
        state: 'WAITING',
        cursor: '1',
        limit: 10,
      },
      'msoc/v1/playbooks/runs/waiting': { mine: true },
      'msoc/v1/playbooks/runs/decide': { step_uuid: nobody, decision: 'approve', comment },
      'msoc/v1/playbooks/runs/answer': { step_uuid: nobody, values: { answer: 'x' } },
      'msoc/v1/playbooks/runs/resolve': { step_uuid: nobody, outcome: 'done', comment },
      'msoc/v1/playbooks/runs/cancel': { uuid: nobody },
      'msoc/v1/playbooks/runs/retry': { uuid: nobody, step_uuid: nobody },
      'msoc/v1/vehicle-actions': { vehicle: mine.vin, state: 'REQUESTED', cursor: '5', limit: 10 },
      'msoc/v1/vehicle-actions/request': { vehicle: nobody, ...vehicleAction },
      'msoc/v1/vehicle-actions/decide': { uuid: nobody, decision: 'approve', comment },
    }
  },
}
