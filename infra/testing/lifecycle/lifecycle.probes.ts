import { defaultMethod } from '@carapace/shared/lifecycle/methods/default-method'

import type { AccessProbes } from '../support/access-probes.ts'
import type { Everything } from '../support/everything.ts'

/** A tree of one step with a control and an assumption. */
const treeMetBy = ({ controlUuid, assumptionUuid }: Everything) => ({
  root: 'A',
  steps: [
    {
      id: 'A',
      title: 'x',
      gate: null,
      parts: [],
      effort: { potential: {}, cvss: {}, vector: null },
      controls: [controlUuid],
      caps: [{ assumption: assumptionUuid, factor: 'time', level: 'week' }],
    },
  ],
})

/** Calls and channels of the lifecycle. */
export const probes: AccessProbes = {
  isolation({ theirs, ours }) {
    const program = { program_uuid: theirs.programUuid }
    const own = { program_uuid: ours.programUuid }
    return {
      'v2/app/get-risk-history': [{ say: { uuid: theirs.threatUuid }, status: 404 }],
      'v2/app/get-sightings': [{ say: { threat_uuid: theirs.threatUuid }, status: 404 }],
      'v2/app/get-step-sightings': [{ say: { threat_uuid: theirs.threatUuid }, status: 404 }],
      'v2/app/get-matching-scenarios': [{ say: { alert_uuid: theirs.alertUuid }, status: 404 }],
      'v2/app/answer-proposal': [
        { say: { threat_uuid: theirs.threatUuid, revision: 1, answer: 'reassess', reason: 'ours now' }, status: 404 },
      ],
      'v2/app/get-gaps': [
        { say: program, status: 404 },
        { say: { ...own, project_uuid: theirs.projectUuid }, status: 200 },
      ],
      'v2/app/fix-gap': [
        { say: { ...program, rule: 'goal-without-concept', uuid: theirs.goalUuid }, status: 404 },
        { say: { ...own, rule: 'goal-without-concept', uuid: theirs.goalUuid }, status: 404 },
        { say: { ...program, rule: 'work-product-missing', item: 'WP-09-02' }, status: 404 },
      ],
      'v2/app/get-trace-matrix': [{ say: { ...program, from_kind: 'goal', to_kind: 'requirement' }, status: 404 }],
      'v2/app/get-program-config': [
        { say: { project_uuid: theirs.programUuid }, status: 404 },
        { say: { project_uuid: theirs.projectUuid }, status: 404 },
      ],
      'v2/app/save-program-config': [{ say: { ...program, revision: 1, chosen: {} }, status: 404 }],
      'v2/app/get-program-summary': [{ say: program, status: 404 }],
      'v2/app/get-program-summaries': [{ say: { uuids: theirs.programUuid }, status: 200 }],
      'v2/app/get-assessments': [
        { say: program, status: 404 },
        { say: { ...own, after: theirs.threatUuid }, status: 200 },
        { say: { ...own, uuids: theirs.threatUuid }, status: 200 },
      ],
      'v2/app/rate-tree': [
        { say: { ...program, tree: treeMetBy(theirs) }, status: 404 },
        { say: { ...own, tree: treeMetBy(theirs) }, status: 200 },
        { say: { ...own, tree: treeMetBy(theirs), threat_uuid: theirs.threatUuid }, status: 404 },
      ],
      'v2/app/get-methods': [{ say: {}, status: 200 }],
      'v2/app/save-method': [
        { say: { uuid: theirs.methodUuid, revision: 1, name: 'ours now', content: defaultMethod }, status: 404 },
      ],
      'v2/app/release-method': [{ say: { uuid: theirs.methodUuid, revision: 1 }, status: 404 }],
      'v2/app/delete-method': [{ say: { uuid: theirs.methodUuid, revision: 1 }, status: 404 }],
      'v2/app/preview-method': [
        { say: program, status: 404 },
        { say: { ...own, method_uuid: theirs.methodUuid }, status: 400 },
      ],
      'v2/app/use-method': [
        { say: { ...program, revision: 1, method_uuid: null }, status: 404 },
        { say: { ...own, revision: 1, method_uuid: theirs.methodUuid }, status: 400 },
      ],
      'v2/app/generate': [
        { say: { ...program, what: 'assets' }, status: 404 },
        { say: { ...own, what: 'requirements', uuids: [theirs.goalUuid] }, status: 200 },
      ],
      'v2/app/export-archive': [
        { say: program, status: 404 },
        { say: { ...own, project_uuid: theirs.projectUuid }, status: 404 },
        { say: own, status: 200 },
      ],
      'v2/app/import-archive': [{ say: { name: 'ours now' }, status: 400 }],
      'v2/app/get-report': [
        { say: { ...program, report: 'tara', form: 'docx' }, status: 404 },
        { say: { ...own, project_uuid: theirs.projectUuid, report: 'compliance', form: 'xlsx' }, status: 404 },
        { say: { ...own, report: 'compliance', form: 'pdf' }, status: 200 },
      ],
    }
  },
  watched(theirs) {
    return { 'lifecycle.alert-scenarios': [{ params: { alert_uuid: theirs.alertUuid }, refused: true }] }
  },
  calls(mine, nobody) {
    const program = { program_uuid: mine.programUuid }
    return {
      'v2/app/get-risk-history': { uuid: mine.threatUuid, before: '5', limit: '5' },
      'v2/app/get-sightings': { threat_uuid: mine.threatUuid, limit: '5' },
      'v2/app/get-step-sightings': { threat_uuid: mine.threatUuid },
      'v2/app/get-matching-scenarios': { alert_uuid: mine.alertUuid },
      'v2/app/answer-proposal': { threat_uuid: mine.threatUuid, revision: 99, answer: 'stands', reason: 'x' },
      'v2/app/get-gaps': { ...program, project_uuid: mine.projectUuid, rule: 'suspect', page: '2' },
      'v2/app/fix-gap': [
        { ...program, rule: 'suspect', uuid: nobody },
        { ...program, rule: 'annex5-uncovered', item: '4.1' },
      ],
      'v2/app/get-trace-matrix': { ...program, from_kind: 'goal', to_kind: 'requirement', limit: '5' },
      'v2/app/get-program-config': { project_uuid: mine.programUuid },
      'v2/app/save-program-config': {
        ...program,
        revision: 99,
        chosen: {
          propulsion_types: ['electric'],
          design_type: 'new',
          regulation_types: ['un-r155'],
          rating_types: ['potential'],
        },
      },
      'v2/app/get-program-summary': program,
      'v2/app/get-program-summaries': { uuids: `${mine.programUuid},${nobody}` },
      'v2/app/get-assessments': { ...program, after: nobody, limit: '5' },
      'v2/app/rate-tree': { ...program, tree: treeMetBy(mine), threat_uuid: mine.threatUuid },
      'v2/app/get-methods': {},
      'v2/app/save-method': { uuid: mine.methodUuid, revision: 99, name: 'x', note: 'x', content: defaultMethod },
      'v2/app/release-method': { uuid: mine.methodUuid, revision: 99 },
      'v2/app/delete-method': { uuid: mine.methodUuid, revision: 99 },
      'v2/app/preview-method': { ...program, method_uuid: mine.methodUuid },
      'v2/app/use-method': { ...program, revision: 99, method_uuid: null },
      'v2/app/generate': { ...program, what: 'requirements', by: 'rules', uuids: [mine.goalUuid], limit: 5 },
      'v2/app/export-archive': { ...program, project_uuid: mine.projectUuid },
      'v2/app/import-archive': { name: 'x', dry_run: 'true' },
      'v2/app/get-report': { ...program, project_uuid: mine.projectUuid, report: 'tara', form: 'xlsx' },
    }
  },
}
