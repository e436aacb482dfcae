import type { AccessProbes } from '../support/access-probes.ts'

/** Calls that begin, negotiate and send interface agreements, and the channel of one. */
export const probes: AccessProbes = {
  isolation({ theirs, ours }) {
    const [ofTheirs, ofOurs] = [theirs, ours].map(({ agreementUuid: uuid }) => ({ agreement_uuid: uuid }))
    const unknown = (say: object) => [{ say: { ...ofTheirs, ...say }, status: 404 }]
    const begin = { title: 'ours', side: 'customer' }
    const from = (what: string, uuid: string) => ({ ...begin, from: { what, uuid } })
    return {
      'v2/app/list-agreements': [
        { say: {}, status: 200 },
        { say: { program_uuid: theirs.programUuid }, status: 404 },
      ],
      'v2/app/create-agreement': [
        { say: { ...begin, program_uuid: theirs.programUuid }, status: 404 },
        { say: from('template', theirs.agreementTemplateUuid), status: 404 },
        { say: from('agreement', theirs.agreementUuid), status: 404 },
      ],
      'v2/app/delete-agreement': unknown({}),
      'v2/app/get-agreement': unknown({}),
      'v2/app/save-agreement-cells': unknown({ cells: [{ row: 14, field: 'status', before: '', value: 'ours' }] }),
      'v2/app/add-agreement-row': unknown({ after: 14, title: 'ours' }),
      'v2/app/remove-agreement-row': unknown({ row: 14 }),
      'v2/app/send-agreement-proposals': unknown({}),
      'v2/app/discard-agreement-drafts': unknown({}),
      'v2/app/withdraw-agreement-proposal': unknown({ row: 14, fields: ['status'] }),
      'v2/app/answer-agreement-proposal': unknown({ row: 14, seen: 99, accept: ['status'] }),
      'v2/app/decide-agreement-rows': unknown({ rows: [14], seen: 99, decision: 'accept' }),
      'v2/app/send-agreement': unknown({ email: 'ours@supplier.example', name: 'ours' }),
      'v2/app/answer-agreement-invitation': ['accept', 'decline'].map((answer) => ({
        say: { invitation_uuid: theirs.agreementInvitationUuid, answer },
        status: 404,
      })),
      'v2/app/set-agreement-program': [
        ...unknown({ program_uuid: null }),
        { say: { ...ofOurs, program_uuid: theirs.programUuid }, status: 404 },
      ],
      'v2/app/report-agreement-row-at-work': unknown({ row: 14 }),
      'v2/app/get-agreement-history': [...unknown({}), ...unknown({ row: '14' })],
    }
  },
  watched: (theirs) => ({
    'interface-agreement.agreement': [{ params: { agreement_uuid: theirs.agreementUuid }, refused: true }],
  }),
  calls(mine, nobody) {
    const agreement = { agreement_uuid: mine.agreementUuid }
    const reason = { reason: 'x' }
    return {
      'v2/app/list-agreements': { program_uuid: mine.programUuid },
      'v2/app/create-agreement': {
        title: 'x',
        item: 'x',
        side: 'customer',
        program_uuid: nobody,
        from: { what: 'template', uuid: nobody },
      },
      'v2/app/delete-agreement': { agreement_uuid: nobody },
      'v2/app/get-agreement': agreement,
      'v2/app/save-agreement-cells': { ...agreement, cells: [{ row: 900, field: 'status', before: 'x', value: 'x' }] },
      'v2/app/add-agreement-row': { ...agreement, after: 900, title: 'x', is_heading: true },
      'v2/app/remove-agreement-row': { ...agreement, row: 900 },
      'v2/app/send-agreement-proposals': { ...agreement, rows: [900], note: 'x' },
      'v2/app/discard-agreement-drafts': { ...agreement, rows: [900] },
      'v2/app/withdraw-agreement-proposal': { ...agreement, row: 900, fields: ['status'] },
      'v2/app/answer-agreement-proposal': {
        ...agreement,
        row: 900,
        seen: 99,
        accept: ['status'],
        decline: ['date'],
        ...reason,
      },
      'v2/app/decide-agreement-rows': { ...agreement, rows: [900], seen: 99, decision: 'decline', ...reason },
      'v2/app/send-agreement': { agreement_uuid: nobody, email: 'x@supplier.example', name: 'x', message: 'x' },
      'v2/app/answer-agreement-invitation': { invitation_uuid: nobody, answer: 'accept', program_uuid: nobody },
      'v2/app/set-agreement-program': { ...agreement, program_uuid: mine.programUuid },
      'v2/app/report-agreement-row-at-work': { ...agreement, row: 14 },
      'v2/app/get-agreement-history': { ...agreement, row: '14', cursor: 'step-1', limit: '5' },
    }
  },
}
