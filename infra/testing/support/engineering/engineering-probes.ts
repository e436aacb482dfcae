import { defaultMethod } from '@carapace/shared/lifecycle/methods/default-method'
import type { Everything } from '../everything.ts'

interface Probe {
  readonly say: object
  readonly status: number
}

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

/** Calls of engineering with ids of another tenant; see tenant-isolation.server.pg.test.ts. */
export function engineeringProbes(theirs: Everything, ours: Everything): Record<string, Probe[]> {
  const program = { program_uuid: theirs.programUuid }
  const own = { program_uuid: ours.programUuid }
  return {
    'v2/app/get-artefacts': [
      { say: program, status: 404 },
      { say: { ...own, uuids: theirs.goalUuid }, status: 200 },
    ],
    'v2/app/get-artefact': [{ say: { uuid: theirs.goalUuid }, status: 404 }],
    'v2/app/save-artefacts': [
      { say: { ...program, artefacts: [{ kind: 'asset', title: 'ours now' }] }, status: 404 },
      {
        say: { ...own, artefacts: [{ uuid: theirs.goalUuid, revision: 2, kind: 'goal', title: 'ours now' }] },
        status: 400,
      },
      { say: { ...own, artefacts: [{ new_uuid: theirs.goalUuid, kind: 'goal', title: 'ours now' }] }, status: 400 },
      { say: { ...own, link: [{ kind: 'demands', from: theirs.goalUuid, to: ours.requirementUuid }] }, status: 400 },
      {
        say: { ...own, unlink: [{ kind: 'demands', from: theirs.goalUuid, to: theirs.requirementUuid }] },
        status: 200,
      },
    ],
    'v2/app/delete-artefacts': [
      { say: { ...program, artefacts: [{ uuid: theirs.goalUuid, revision: 2 }] }, status: 404 },
      { say: { ...own, artefacts: [{ uuid: theirs.goalUuid, revision: 2 }] }, status: 404 },
    ],
    'v2/app/confirm-links': [
      { say: { ...program, links: [theirs.suspectUuid] }, status: 404 },
      { say: { ...own, links: [theirs.suspectUuid] }, status: 200 },
    ],
    'v2/app/get-suspects': [{ say: program, status: 404 }],
    'v2/app/get-impact': [{ say: { uuid: theirs.goalUuid }, status: 404 }],
    'v2/app/get-artefact-history': [{ say: { uuid: theirs.goalUuid }, status: 404 }],
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
    'v2/app/get-projects': [
      { say: program, status: 200 },
      { say: {}, status: 200 },
      { say: { sort: 'risk' }, status: 200 },
      { say: { sort: 'suspect' }, status: 200 },
    ],
    'v2/app/export-programs': [{ say: {}, status: 200 }],
    'v2/app/export-projects': [
      { say: program, status: 200 },
      { say: { sort: 'scenarios' }, status: 200 },
    ],
    'v2/app/get-project-by-uuid': [{ say: { project_uuid: theirs.projectUuid }, status: 404 }],
    'v2/app/save-project': [
      { say: { ...program, name: 'ours now', type: 'SYSTEM' }, status: 404 },
      { say: { ...own, uuid: theirs.projectUuid, revision: 1, name: 'ours now' }, status: 404 },
      { say: { ...program, uuid: theirs.projectUuid, revision: 1, name: 'ours now' }, status: 404 },
      { say: { ...own, name: 'x', type: 'SYSTEM', lead_uuid: theirs.userUuid }, status: 400 },
      { say: { ...own, name: 'x', type: 'SYSTEM', elements: [theirs.goalUuid] }, status: 400 },
    ],
    'v2/app/delete-project': [{ say: { uuid: theirs.projectUuid, revision: 1, with_contents: true }, status: 404 }],
    'v2/app/get-program-config': [
      { say: { project_uuid: theirs.programUuid }, status: 404 },
      { say: { project_uuid: theirs.projectUuid }, status: 404 },
    ],
    'v2/app/save-program-config': [{ say: { ...program, revision: 1, chosen: {} }, status: 404 }],
    'v2/app/get-program-history': [
      { say: program, status: 404 },
      { say: { ...own, project_uuid: theirs.projectUuid }, status: 200 },
    ],
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
    'v2/app/request-review': [
      { say: { artefact_uuid: theirs.goalUuid, revision: 2 }, status: 404 },
      { say: { artefact_uuid: ours.requirementUuid, revision: 1, reviewer_uuid: theirs.userUuid }, status: 400 },
    ],
    'v2/app/decide-review': [{ say: { review_uuid: theirs.reviewUuid, decision: 'approved' }, status: 404 }],
    'v2/app/get-reviews': [{ say: program, status: 404 }],
    'v2/app/get-comments': [{ say: { artefact_uuid: theirs.assetUuid }, status: 404 }],
    'v2/app/save-comment': [
      { say: { artefact_uuid: theirs.assetUuid, text: 'hello' }, status: 404 },
      {
        say: { artefact_uuid: theirs.assetUuid, uuid: theirs.commentUuid, revision: 1, is_resolved: true },
        status: 404,
      },
      { say: { artefact_uuid: ours.assetUuid, uuid: theirs.commentUuid, revision: 1, is_resolved: true }, status: 404 },
    ],
    'v2/app/delete-comment': [{ say: { uuid: theirs.commentUuid, revision: 1 }, status: 404 }],
    'v2/app/get-baselines': [{ say: program, status: 404 }],
    'v2/app/save-baseline': [{ say: { ...program, name: 'ours' }, status: 404 }],
    'v2/app/delete-baseline': [{ say: { uuid: theirs.baselineUuid }, status: 404 }],
    'v2/app/get-difference': [
      { say: { ...program, from_uuid: theirs.baselineUuid }, status: 404 },
      { say: { ...own, from_uuid: theirs.baselineUuid }, status: 400 },
      { say: { ...own, from_uuid: ours.baselineUuid, to_uuid: theirs.baselineUuid }, status: 400 },
    ],
    'v2/app/generate': [
      { say: { ...program, what: 'assets' }, status: 404 },
      { say: { ...own, what: 'requirements', uuids: [theirs.goalUuid] }, status: 200 },
    ],
    'v2/app/get-catalogue': [{ say: { catalogue: 'threat' }, status: 200 }],
    'v2/app/get-catalogue-entry': [{ say: { uuid: theirs.catalogueEntryUuid }, status: 404 }],
    'v2/app/save-catalogue-entry': [
      { say: { uuid: theirs.catalogueEntryUuid, revision: 1, catalogue: 'threat', title: 'ours now' }, status: 404 },
    ],
    'v2/app/delete-catalogue-entry': [{ say: { uuid: theirs.catalogueEntryUuid, revision: 1 }, status: 404 }],
    'v2/app/import-catalogue': [{ say: { catalogue: 'threat', form: 'csv' }, status: 400 }],
    'v2/app/export-catalogue': [{ say: { catalogue: 'threat' }, status: 200 }],
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
    'v2/app/export-artefacts': [
      { say: { ...program, kind: 'goal', form: 'csv' }, status: 404 },
      { say: { ...own, project_uuid: theirs.projectUuid, form: 'reqif' }, status: 404 },
      { say: { ...own, form: 'json' }, status: 200 },
    ],
    'v2/app/import-table': [
      { say: { ...program, kind: 'goal', form: 'csv' }, status: 404 },
      { say: { ...own, project_uuid: theirs.projectUuid, kind: 'goal', form: 'csv' }, status: 404 },
    ],
  }
}

/** Channels of engineering, and whether another tenant's subscription is refused. */
export function engineeringChannels(theirs: Everything): Record<string, { params: object; refused: boolean }[]> {
  return {
    'lifecycle.program': [{ params: { program_uuid: theirs.programUuid }, refused: true }],
    'lifecycle.presence': [{ params: { program_uuid: theirs.programUuid }, refused: true }],
    'lifecycle.alert-scenarios': [{ params: { alert_uuid: theirs.alertUuid }, refused: true }],
  }
}

/**
 * For every call of engineering, an input with all its fields, of which each is then made invalid; see
 * bad-calls.pg.test.ts.
 */
export function engineeringCalls(nobody: string, mine: Everything): Record<string, object | object[]> {
  const program = { program_uuid: mine.programUuid }
  return {
    'v2/app/get-artefacts': {
      ...program,
      kinds: 'goal',
      uuids: mine.goalUuid,
      project_uuid: nobody,
      q: 'x',
      after: 'goal|1',
      limit: '5',
    },
    'v2/app/get-artefact': { uuid: mine.goalUuid },
    'v2/app/save-artefacts': [
      {
        ...program,
        artefacts: [
          {
            new_uuid: nobody,
            kind: 'asset',
            title: 'x',
            status: 'CREATED',
            project_uuid: null,
            fields: { description: 'x', properties: ['integrity'], relevant: true },
            origin: { how: 'rules', what: 'x' },
          },
        ],
      },
      { ...program, artefacts: [{ uuid: mine.goalUuid, revision: 99, kind: 'goal', title: 'x' }] },
      {
        ...program,
        link: [{ kind: 'demands', from: mine.goalUuid, to: mine.requirementUuid }],
        unlink: [{ kind: 'demands', from: nobody, to: nobody }],
      },
    ],
    'v2/app/delete-artefacts': { ...program, artefacts: [{ uuid: nobody, revision: 1 }] },
    'v2/app/confirm-links': { ...program, links: [nobody] },
    'v2/app/get-suspects': { ...program, limit: '5' },
    'v2/app/get-impact': { uuid: mine.goalUuid, direction: 'upstream', depth: '3', limit: '10' },
    'v2/app/get-artefact-history': { uuid: mine.goalUuid, before: '5', limit: '5' },
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
    'v2/app/get-projects': {
      ...program,
      q: 'x',
      phase: 'CONCEPT',
      type: 'SYSTEM',
      sort: 'risk',
      order: 'asc',
      perPage: '5',
      page: '1',
    },
    'v2/app/export-programs': { q: 'x', phase: 'CONCEPT', sort: 'members', order: 'desc' },
    'v2/app/export-projects': { ...program, q: 'x', phase: 'CONCEPT', type: 'SYSTEM', sort: 'lead', order: 'asc' },
    'v2/app/get-project-by-uuid': { project_uuid: mine.projectUuid },
    'v2/app/save-project': {
      ...program,
      uuid: mine.projectUuid,
      revision: 99,
      name: 'x',
      type: 'SYSTEM',
      description: 'x',
      lead_uuid: null,
      milestone: { name: 'x', on: '2026-01-31' },
      current_phase: 'CONCEPT',
      phase: 'CONCEPT',
      status: 'CREATED',
      elements: [],
    },
    'v2/app/delete-project': { uuid: mine.projectUuid, revision: 99, with_contents: false },
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
    'v2/app/get-program-history': { ...program, project_uuid: mine.projectUuid, before: '5', limit: '5' },
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
    'v2/app/request-review': { artefact_uuid: mine.goalUuid, revision: 99, reviewer_uuid: null, note: 'x' },
    'v2/app/decide-review': { review_uuid: nobody, decision: 'approved', reason: 'x' },
    'v2/app/get-reviews': { ...program, limit: '5' },
    'v2/app/get-comments': { artefact_uuid: mine.assetUuid },
    'v2/app/save-comment': { artefact_uuid: mine.assetUuid, uuid: nobody, revision: 1, text: 'x', is_resolved: true },
    'v2/app/delete-comment': { uuid: nobody, revision: 1 },
    'v2/app/get-baselines': program,
    'v2/app/save-baseline': { ...program, name: 'x', note: 'x' },
    'v2/app/delete-baseline': { uuid: nobody },
    'v2/app/get-difference': {
      ...program,
      from_uuid: mine.baselineUuid,
      to_uuid: mine.baselineUuid,
      after: 'goal|1',
      limit: '5',
    },
    'v2/app/generate': { ...program, what: 'requirements', by: 'rules', uuids: [mine.goalUuid], limit: 5 },
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
    'v2/app/export-archive': { ...program, project_uuid: mine.projectUuid },
    'v2/app/import-archive': { name: 'x', dry_run: 'true' },
    'v2/app/get-report': { ...program, project_uuid: mine.projectUuid, report: 'tara', form: 'xlsx' },
    'v2/app/export-artefacts': { ...program, project_uuid: mine.projectUuid, kind: 'goal', form: 'csv' },
    'v2/app/import-table': {
      ...program,
      project_uuid: mine.projectUuid,
      form: 'csv',
      kind: 'goal',
      sheet: 'x',
      mapping: '{}',
      dry_run: 'true',
    },
  }
}
