import type { AccessProbes } from '../support/access-probes.ts'

/** Calls and channels of the graph. */
export const probes: AccessProbes = {
  isolation({ theirs, ours, mark, callerUuid }) {
    const program = { program_uuid: theirs.programUuid }
    const own = { program_uuid: ours.programUuid }
    return {
      'app/phases': [{ say: {}, status: 200 }],
      'v2/app/get-programs': [
        { say: {}, status: 200 },
        { say: { q: mark }, status: 200 },
      ],
      'v2/app/get-program-by-uuid': [{ say: { programUuid: theirs.programUuid }, status: 404 }],
      'v2/app/program-lifecycle': [{ say: { program_uuid: theirs.programUuid }, status: 404 }],
      'v2/app/get-program-members': [{ say: { program_uuid: theirs.programUuid }, status: 404 }],
      'v2/app/save-program': [
        { say: { uuid: theirs.programUuid, name: 'ours now' }, status: 400 },
        { say: { uuid: theirs.programUuid, revision: 1, name: 'ours now' }, status: 404 },
      ],
      'v2/app/update-program-name': [
        { say: { program_uuid: theirs.programUuid, revision: 1, name: 'ours now' }, status: 404 },
        { say: { program_uuid: theirs.programUuid, name: 'ours now' }, status: 404 },
      ],
      'v2/app/update-program-status': [
        { say: { program_uuid: theirs.programUuid, revision: 1, status: 'APPROVED' }, status: 404 },
      ],
      'v2/app/update-program-current-phase': [
        { say: { program_uuid: theirs.programUuid, revision: 1, current_phase: 'PRODUCTION' }, status: 404 },
      ],
      'v2/app/delete-program': [{ say: { program_uuid: theirs.programUuid, revision: 1 }, status: 404 }],
      'v2/app/save-program-member': [
        { say: { program_uuid: theirs.programUuid, user_uuid: callerUuid, role: 'LEAD' }, status: 404 },
        { say: { program_uuid: theirs.programUuid, user_uuid: theirs.userUuid, role: null }, status: 404 },
        { say: { program_uuid: ours.programUuid, user_uuid: theirs.userUuid, role: 'EDITOR' }, status: 400 },
        { say: { program_uuid: ours.programUuid, user_uuid: theirs.userUuid, role: null }, status: 200 },
      ],
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
        { say: { ...own, artefacts: [{ new_uuid: theirs.goalUuid, kind: 'goal', title: 'ours now' }] }, status: 200 },
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
      'v2/app/delete-project': [
        { say: { uuid: theirs.projectUuid, revision: 1, with_contents: true }, status: 404 },
        { say: { uuid: theirs.projectUuid }, status: 404 },
      ],
      'v2/app/get-program-history': [
        { say: program, status: 404 },
        { say: { ...own, project_uuid: theirs.projectUuid }, status: 200 },
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
        {
          say: { artefact_uuid: ours.assetUuid, uuid: theirs.commentUuid, revision: 1, is_resolved: true },
          status: 404,
        },
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
  },
  watched(theirs) {
    return {
      'lifecycle.program': [{ params: { program_uuid: theirs.programUuid }, refused: true }],
      'lifecycle.presence': [{ params: { program_uuid: theirs.programUuid }, refused: true }],
    }
  },
  calls(mine, nobody) {
    const program = { program_uuid: mine.programUuid }
    return {
      'app/phases': {},
      'v2/app/get-programs': { perPage: '5', page: '1', q: 'x', phase: 'CONCEPT', sort: 'role', order: 'asc' },
      'v2/app/get-program-by-uuid': { programUuid: nobody },
      'v2/app/program-lifecycle': { program_uuid: nobody },
      'v2/app/save-program': [
        { uuid: nobody, revision: 1, name: 'x', description: 'x' },
        { name: 'x', description: 'x' },
      ],
      'v2/app/delete-program': { program_uuid: nobody, revision: 1 },
      'v2/app/update-program-name': { program_uuid: nobody, revision: 1, name: 'x' },
      'v2/app/update-program-status': { program_uuid: nobody, revision: 1, status: 'APPROVED' },
      'v2/app/update-program-current-phase': { program_uuid: nobody, revision: 1, current_phase: 'PRODUCTION' },
      'v2/app/get-program-members': { program_uuid: nobody },
      'v2/app/save-program-member': { program_uuid: nobody, user_uuid: nobody, role: 'EDITOR' },
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
      'v2/app/get-program-history': { ...program, project_uuid: mine.projectUuid, before: '5', limit: '5' },
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
  },
}
