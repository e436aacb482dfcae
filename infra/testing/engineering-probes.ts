import type { Everything } from './everything.ts'

interface Probe {
  readonly say: object
  readonly status: number
}

/** How a stranger would use the calls of engineering; see strangers.pg.test.ts. */
export function engineeringProbes(theirs: Everything, ours: Everything): Record<string, Probe[]> {
  const program = { program_uuid: theirs.programUuid }
  const own = { program_uuid: ours.programUuid }
  return {
    'v2/app/get-artefacts': [{ say: program, status: 404 }, { say: { ...own, uuids: theirs.goalUuid }, status: 200 }],
    'v2/app/get-artefact': [{ say: { uuid: theirs.goalUuid }, status: 404 }],
    'v2/app/save-artefacts': [
      { say: { ...program, artefacts: [{ kind: 'asset', title: 'ours now' }] }, status: 404 },
      { say: { ...own, artefacts: [{ uuid: theirs.goalUuid, revision: 2, kind: 'goal', title: 'ours now' }] }, status: 400 },
      { say: { ...own, artefacts: [{ new_uuid: theirs.goalUuid, kind: 'goal', title: 'ours now' }] }, status: 400 },
      { say: { ...own, link: [{ kind: 'demands', from: theirs.goalUuid, to: ours.requirementUuid }] }, status: 400 },
      { say: { ...own, unlink: [{ kind: 'demands', from: theirs.goalUuid, to: theirs.requirementUuid }] }, status: 200 },
    ],
    'v2/app/delete-artefacts': [{ say: { ...program, artefacts: [{ uuid: theirs.goalUuid, revision: 2 }] }, status: 404 }, { say: { ...own, artefacts: [{ uuid: theirs.goalUuid, revision: 2 }] }, status: 404 }],
    'v2/app/confirm-links': [{ say: { ...program, links: [theirs.suspectUuid] }, status: 404 }, { say: { ...own, links: [theirs.suspectUuid] }, status: 200 }],
    'v2/app/get-suspects': [{ say: program, status: 404 }],
    'v2/app/get-impact': [{ say: { uuid: theirs.goalUuid }, status: 404 }],
    'v2/app/get-artefact-history': [{ say: { uuid: theirs.goalUuid }, status: 404 }],
  }
}

/** Channels of engineering, and whether a stranger is refused. */
export function engineeringChannels(theirs: Everything): Record<string, { params: object; refused: boolean }[]> {
  return { 'lifecycle.program': [{ params: { program_uuid: theirs.programUuid }, refused: true }] }
}

/** Of every call of engineering, one with all its fields, of which each is then spoilt; see bad-calls.pg.test.ts. */
export function engineeringCalls(nobody: string, mine: Everything): Record<string, object | object[]> {
  const program = { program_uuid: mine.programUuid }
  return {
    'v2/app/get-artefacts': { ...program, kinds: 'goal', uuids: mine.goalUuid, project_uuid: nobody, after: 'goal|1', limit: '5' },
    'v2/app/get-artefact': { uuid: mine.goalUuid },
    'v2/app/save-artefacts': [
      { ...program, artefacts: [{ new_uuid: nobody, kind: 'asset', title: 'x', status: 'CREATED', project_uuid: null, fields: { description: 'x', properties: ['integrity'], relevant: true }, origin: { how: 'rules', what: 'x' } }] },
      { ...program, artefacts: [{ uuid: mine.goalUuid, revision: 99, kind: 'goal', title: 'x' }] }, { ...program, link: [{ kind: 'demands', from: mine.goalUuid, to: mine.requirementUuid }], unlink: [{ kind: 'demands', from: nobody, to: nobody }] },
    ],
    'v2/app/delete-artefacts': { ...program, artefacts: [{ uuid: nobody, revision: 1 }] },
    'v2/app/confirm-links': { ...program, links: [nobody] },
    'v2/app/get-suspects': { ...program, limit: '5' },
    'v2/app/get-impact': { uuid: mine.goalUuid, direction: 'upstream', depth: '3', limit: '10' },
    'v2/app/get-artefact-history': { uuid: mine.goalUuid, before: '5', limit: '5' },
  }
}
