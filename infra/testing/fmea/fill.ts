import { randomUUID } from 'node:crypto'
import { shippedProfile } from '@carapace/shared/fmea/default-profile'

import type { Installation } from '../support/installation.ts'

/** An FMEA with a line, its failures and an action, and a draft of a rating profile; `mark` is in every text. */
export async function fillFmea(site: Installation, token: string, programUuid: string, mark: string) {
  const [fmea, line, mode, cause, action] = Array.from({ length: 5 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const { body } = await site.call(token, 'v2/app/save-artefacts', {
    program_uuid: programUuid,
    artefacts: [
      { new_uuid: fmea, kind: 'fmea', title: `${mark} FMEA`, fields: { form: 'design', intent: `${mark} intent` } },
      { new_uuid: mode, kind: 'failure', title: `${mark} force lost` },
      { new_uuid: cause, kind: 'failure', title: `${mark} seal leaks` },
      {
        new_uuid: line,
        kind: 'fmea-line',
        title: `${mark} force lost`,
        fields: { chain: { effect: null, mode, cause }, severity: 10, occurrence: 4, detection: 6 },
      },
      { new_uuid: action, kind: 'fmea-action', title: `${mark} seal test` },
    ],
    link: [
      { kind: 'has-line', from: fmea, to: line },
      { kind: 'improved-by', from: line, to: action },
    ],
  })
  const { body: drafted } = await site.call(token, 'v2/app/fmea/profiles/save', {
    name: `${mark} profile`,
    note: `${mark} criteria`,
    content: shippedProfile.content,
  })
  return { fmeaUuid: body.artefacts[0].uuid as string, profileUuid: drafted.profile.uuid as string }
}
