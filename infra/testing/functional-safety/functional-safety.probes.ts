import { defaultGuidewords } from '@carapace/shared/functional-safety/guidewords'
import { shippedSituations } from '@carapace/shared/functional-safety/situation-catalogue'

import type { AccessProbes } from '../support/access-probes.ts'

const safety = (path: string) => `v2/app/functional-safety/${path}`

/** Calls of functional safety. */
export const probes: AccessProbes = {
  isolation({ theirs, ours }) {
    const program = { program_uuid: theirs.programUuid }
    const own = { program_uuid: ours.programUuid }
    const goal = [{ say: { goal_uuid: theirs.safetyGoalUuid }, status: 404 }]
    const draft = { kind: 'situations', uuid: theirs.situationsUuid, revision: 1 }
    return {
      [safety('asils')]: [
        { say: program, status: 404 },
        { say: { ...own, after: theirs.safetyGoalUuid }, status: 200 },
        { say: { ...own, uuids: theirs.safetyGoalUuid }, status: 200 },
      ],
      [safety('asil-tree')]: goal,
      [safety('hazop')]: [{ say: program, status: 404 }],
      [safety('hara')]: [{ say: program, status: 404 }],
      [safety('hara-findings')]: [{ say: program, status: 404 }],
      [safety('suggest-exposure')]: [{ say: { ...program, situation: {}, basis: 'duration' }, status: 404 }],
      [safety('report')]: [
        { say: { ...program, form: 'docx' }, status: 404 },
        { say: { ...own, project_uuid: theirs.projectUuid, form: 'xlsx' }, status: 404 },
        { say: { ...own, form: 'pdf' }, status: 200 },
      ],
      [safety('hardware-metrics')]: goal,
      [safety('pmhf')]: goal,
      [safety('threats-to-goal')]: goal,
      [safety('goals-at-stake')]: [{ say: { threat_uuid: theirs.threatUuid }, status: 404 }],
      [safety('methods')]: [
        { say: { kind: 'guidewords' }, status: 200 },
        { say: { kind: 'guidewords', ...program }, status: 404 },
      ],
      [safety('methods/save')]: [
        { say: { ...draft, name: 'ours now', content: shippedSituations.content }, status: 404 },
      ],
      [safety('methods/release')]: [{ say: draft, status: 404 }],
      [safety('methods/delete')]: [{ say: draft, status: 404 }],
      [safety('methods/use')]: [
        { say: { ...program, kind: 'guidewords', method_uuid: null }, status: 404 },
        { say: { ...own, kind: 'guidewords', method_uuid: theirs.guidewordsUuid }, status: 400 },
      ],
    }
  },
  calls(mine, nobody) {
    const program = { program_uuid: mine.programUuid }
    const goal = { goal_uuid: mine.safetyGoalUuid }
    const draft = { kind: 'situations', uuid: mine.situationsUuid, revision: 99 }
    return {
      [safety('asils')]: { ...program, after: nobody, limit: '5' },
      [safety('asil-tree')]: goal,
      [safety('hazop')]: { ...program, after: '1', limit: '5' },
      [safety('hara')]: { ...program, after: '1', limit: '5' },
      [safety('hara-findings')]: { ...program, rule: 'no-ftti', page: '2' },
      [safety('suggest-exposure')]: { ...program, situation: { road: ['motorway'] }, basis: 'frequency' },
      [safety('report')]: { ...program, project_uuid: mine.projectUuid, form: 'xlsx' },
      [safety('hardware-metrics')]: goal,
      [safety('pmhf')]: goal,
      [safety('threats-to-goal')]: goal,
      [safety('goals-at-stake')]: { threat_uuid: mine.threatUuid },
      [safety('methods')]: { kind: 'situations', ...program },
      [safety('methods/save')]: [
        { ...draft, name: 'x', note: 'x', content: shippedSituations.content },
        {
          kind: 'guidewords',
          uuid: mine.situationsUuid,
          revision: 99,
          name: 'x',
          note: 'x',
          content: defaultGuidewords,
        },
      ],
      [safety('methods/release')]: draft,
      [safety('methods/delete')]: draft,
      [safety('methods/use')]: { ...program, kind: 'situations', method_uuid: nobody },
    }
  },
}
