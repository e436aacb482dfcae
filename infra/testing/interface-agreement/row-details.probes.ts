import type { AccessProbes } from '../support/access-probes.ts'

const day = '2026-11-28'

/** Calls of what belongs to the rows of an interface agreement, and of its exchange. */
export const probes: AccessProbes = {
  isolation({ theirs, ours }) {
    const ofTheirs = { agreement_uuid: theirs.agreementUuid }
    const inTheirs = { ...ofTheirs, row: theirs.agreementRow }
    const ofOurs = { agreement_uuid: ours.agreementUuid }
    const named = (uuid: string, input = {}) =>
      [ofTheirs, ofOurs].map((agreement) => ({ say: { ...agreement, uuid, ...input }, status: 404 }))
    const unknown = (say: object) => [{ say, status: 404 }]
    return {
      'v2/app/get-agreement-row': unknown(inTheirs),
      'v2/app/add-agreement-comment': unknown({ ...inTheirs, text: 'ours' }),
      'v2/app/remove-agreement-comment': named(theirs.agreementCommentUuid),
      'v2/app/save-agreement-note': unknown({ ...inTheirs, text: 'ours', revision: 1 }),
      'v2/app/upload-agreement-file': unknown({ ...inTheirs, file_name: 'ours.pdf' }),
      'v2/app/download-agreement-file': named(theirs.agreementFileUuid),
      'v2/app/remove-agreement-file': named(theirs.agreementFileUuid),
      'v2/app/hand-over-deliverable': unknown({ ...inTheirs, kind: 'handover', version: '1' }),
      'v2/app/give-deliverable-receipt': named(theirs.agreementDeliveryUuid, { verdict: 'received' }),
      'v2/app/list-deliverables': unknown(ofTheirs),
      'v2/app/report-agreement-event': unknown({ ...inTheirs, day, reason: 'ours' }),
      'v2/app/get-agreement-compliance': unknown(ofTheirs),
      'v2/app/get-agreement-rows-of-artefacts': unknown({ program_uuid: theirs.programUuid, kinds: 'goal' }),
    }
  },
  calls(mine, nobody) {
    const agreement = { agreement_uuid: mine.agreementUuid }
    const inRow = { ...agreement, row: mine.agreementRow }
    return {
      'v2/app/get-agreement-row': inRow,
      'v2/app/add-agreement-comment': { ...inRow, text: 'x' },
      'v2/app/remove-agreement-comment': { ...agreement, uuid: nobody },
      'v2/app/save-agreement-note': { ...inRow, text: 'x', revision: 1 },
      'v2/app/upload-agreement-file': { ...inRow, file_name: 'x.pdf', content_type: 'application/pdf' },
      'v2/app/download-agreement-file': { ...agreement, uuid: nobody },
      'v2/app/remove-agreement-file': { ...agreement, uuid: nobody },
      'v2/app/hand-over-deliverable': {
        ...inRow,
        kind: 'handover',
        version: '1',
        note: 'x',
        files: [nobody],
        artefacts: [nobody],
      },
      'v2/app/give-deliverable-receipt': { ...agreement, uuid: nobody, verdict: 'returned', reason: 'x' },
      'v2/app/list-deliverables': { ...agreement, cursor: nobody, limit: 1 },
      'v2/app/report-agreement-event': { ...inRow, day, reason: 'x' },
      'v2/app/get-agreement-compliance': agreement,
      'v2/app/get-agreement-rows-of-artefacts': { program_uuid: mine.programUuid, kinds: 'goal' },
    }
  },
}
