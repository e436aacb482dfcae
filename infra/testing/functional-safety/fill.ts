import { uuidInProgram } from '@carapace/shared/graph/artefacts/artefact-uuid'
import { defaultGuidewords } from '@carapace/shared/functional-safety/guidewords'
import { shippedSituations } from '@carapace/shared/functional-safety/situation-catalogue'

import type { Installation } from '../support/installation.ts'

/**
 * A hazard analysis from a function's failure to a decomposed safety goal with a fault tree and a hardware element,
 * guidewords that the program uses, and a draft of a situation catalogue. All texts contain `mark`.
 */
export async function fillSafety(
  site: Installation,
  token: string,
  programUuid: string,
  threatUuid: string,
  mark: string,
) {
  const names = ['fn', 'fl', 'hz', 'he', 'sg', 'a', 'b', 'ft', 'hw'] as const
  const uuid = Object.fromEntries(
    names.map((name) => [name, uuidInProgram(programUuid, crypto.randomUUID())]),
  ) as Record<(typeof names)[number], string>
  const { body: saved } = await site.call(token, 'v2/app/save-artefacts', {
    program_uuid: programUuid,
    artefacts: [
      { new_uuid: uuid.fn, kind: 'function', title: `${mark} function` },
      {
        new_uuid: uuid.fl,
        kind: 'failure',
        title: `${mark} failure`,
        fields: { guideword: 'no', judgement: 'hazardous', reason: `${mark} reason` },
      },
      { new_uuid: uuid.hz, kind: 'hazard', title: `${mark} hazard` },
      {
        new_uuid: uuid.he,
        kind: 'hazardous-event',
        title: `${mark} event`,
        fields: { severity: 'S3', exposure: 'E4', controllability: 'C3', situation: { road: ['motorway'] } },
      },
      {
        new_uuid: uuid.sg,
        kind: 'safety-goal',
        title: `${mark} safety goal`,
        fields: { lifetime_h: 10_000, service_h: 10 },
      },
      { new_uuid: uuid.a, kind: 'safety-requirement', title: `${mark} part A`, fields: { share: 'B' } },
      { new_uuid: uuid.b, kind: 'safety-requirement', title: `${mark} part B`, fields: { share: 'B' } },
      {
        new_uuid: uuid.ft,
        kind: 'fault-tree',
        title: `${mark} fault tree`,
        fields: {
          tree: {
            top: 'TOP',
            missionTime: 1_000,
            nodes: [
              { id: 'TOP', kind: 'gate', gate: 'or', parts: ['E1'] },
              { id: 'E1', kind: 'basic', probability: 1e-6, artefact: uuid.fl },
            ],
          },
        },
      },
      {
        new_uuid: uuid.hw,
        kind: 'hardware-element',
        title: `${mark} element`,
        fields: {
          fit: 10,
          modes: [{ id: `${mark} open`, share: 1, effect: 'direct', residual: [{ mechanism: mark, coverage: 0.9 }] }],
        },
      },
    ],
    link: [
      { kind: 'fails-as', from: uuid.fn, to: uuid.fl },
      { kind: 'creates', from: uuid.fl, to: uuid.hz },
      { kind: 'arises-in', from: uuid.hz, to: uuid.he },
      { kind: 'prevented-by', from: uuid.he, to: uuid.sg },
      { kind: 'derived-to', from: uuid.sg, to: uuid.a },
      { kind: 'derived-to', from: uuid.sg, to: uuid.b },
      { kind: 'assigned-to', from: uuid.a, to: uuid.fn },
      { kind: 'assigned-to', from: uuid.b, to: uuid.fn },
      { kind: 'analysed-in', from: uuid.sg, to: uuid.ft },
      { kind: 'may-violate', from: uuid.hw, to: uuid.sg },
      { kind: 'violates', from: threatUuid, to: uuid.sg },
    ],
  })
  if (!saved.success) throw new Error(JSON.stringify(saved))
  const method = async (kind: string, content: object) => {
    const { body } = await site.call(token, 'v2/app/functional-safety/methods/save', {
      kind,
      name: `${mark} ${kind}`,
      note: `${mark} note`,
      content,
    })
    return body.method.uuid as string
  }
  const guidewordsUuid = await method('guidewords', defaultGuidewords)
  await site.call(token, 'v2/app/functional-safety/methods/release', {
    kind: 'guidewords',
    uuid: guidewordsUuid,
    revision: 1,
  })
  await site.call(token, 'v2/app/functional-safety/methods/use', {
    kind: 'guidewords',
    program_uuid: programUuid,
    method_uuid: guidewordsUuid,
  })
  return {
    safetyGoalUuid: uuid.sg,
    hazardousEventUuid: uuid.he,
    guidewordsUuid,
    situationsUuid: await method('situations', shippedSituations.content),
  }
}
