import { Cover } from '@carapace/shared/interface-agreement/cover'

import type { AccessProbes } from '../support/access-probes.ts'

const term = { term: 'x', meaning: 'x', source: 'x' }
const seen = { seq: 1, cover: 1, glossary: 1, content: 'a'.repeat(64) }
const member = { user_uuid: null, name: 'x', role: 'x', access: 'contact' }

/** Calls of cover, glossary, team, signatures, versions, templates and documents of an interface agreement. */
export const probes: AccessProbes = {
  isolation({ theirs, ours, callerUuid }) {
    const [ofTheirs, ofOurs] = [theirs, ours].map(({ agreementUuid: uuid }) => ({ agreement_uuid: uuid }))
    const unknown = (say: object) => [{ say: { ...ofTheirs, ...say }, status: 404 }]
    const theirMember = theirs.agreementMemberUuid
    return {
      'v2/app/get-agreement-pages': unknown({}),
      'v2/app/save-agreement-cover': unknown({ title: 'ours', cover: {}, revision: 1 }),
      'v2/app/save-agreement-glossary': unknown({ glossary: [term], revision: 1 }),
      'v2/app/get-agreement-team': unknown({}),
      'v2/app/save-agreement-team-member': [
        ...unknown({ ...member, user_uuid: callerUuid, access: 'named' }),
        { say: { ...ofOurs, ...member, uuid: theirMember, revision: 1 }, status: 404 },
      ],
      'v2/app/remove-agreement-team-member': [
        ...unknown({ uuid: theirMember }),
        { say: { ...ofOurs, uuid: theirMember }, status: 404 },
      ],
      'v2/app/sign-agreement': unknown({ seen, password: 'a guess' }),
      'v2/app/list-agreement-versions': unknown({}),
      'v2/app/compare-agreement-versions': unknown({ before: 0 }),
      'v2/app/list-agreement-templates': [{ say: {}, status: 200 }],
      'v2/app/save-agreement-template': [
        ...unknown({ name: 'ours' }),
        { say: { ...ofOurs, name: 'ours now', uuid: theirs.agreementTemplateUuid, revision: 1 }, status: 404 },
      ],
      'v2/app/delete-agreement-template': [{ say: { uuid: theirs.agreementTemplateUuid }, status: 404 }],
      'v2/app/export-agreement': ['xlsx', 'docx', 'pdf'].flatMap((format) => unknown({ format })),
      'v2/app/read-agreement-table': [{ say: { file_name: 'x.csv' }, status: 200 }],
    }
  },
  calls(mine, nobody) {
    const agreement = { agreement_uuid: mine.agreementUuid }
    const side = { name: 'x', address: 'x', contact: 'x', email: 'x', phone: 'x' }
    const cover = {
      ...Cover.parse({}),
      customer: side,
      supplier: side,
      valid_from: '2026-01-01',
      valid_until: '2027-01-01',
      escalation: [{ subject: 'x', customer: 'x', supplier: 'x', after_days: 1 }],
    }
    return {
      'v2/app/get-agreement-pages': agreement,
      'v2/app/save-agreement-cover': { ...agreement, title: 'x', cover, revision: 99 },
      'v2/app/save-agreement-glossary': { ...agreement, glossary: [term], revision: 99 },
      'v2/app/get-agreement-team': agreement,
      'v2/app/save-agreement-team-member': {
        ...agreement,
        ...member,
        uuid: nobody,
        revision: 1,
        user_uuid: nobody,
        email: 'x',
        phone: 'x',
        rows: [2],
        is_signatory: false,
      },
      'v2/app/remove-agreement-team-member': { ...agreement, uuid: nobody },
      'v2/app/sign-agreement': { ...agreement, seen, password: 'x', code: '000000' },
      'v2/app/list-agreement-versions': agreement,
      'v2/app/compare-agreement-versions': { ...agreement, before: '0', after: '1' },
      'v2/app/list-agreement-templates': {},
      'v2/app/save-agreement-template': { ...agreement, name: 'x', uuid: nobody, revision: 1 },
      'v2/app/delete-agreement-template': { uuid: nobody },
      'v2/app/export-agreement': { ...agreement, format: 'pdf', version: '1' },
      'v2/app/read-agreement-table': { file_name: 'x.csv', sheet: 'x' },
    }
  },
}
