import { getAgreementPages } from '@carapace/shared/interface-agreement/pages.contract'

import type { Installation } from '../support/installation.ts'

/** Cover, glossary and a contact of an agreement, and a template made from it; `mark` is in every text. */
export async function fillAgreementPages(site: Installation, token: string, agreement: string, mark: string) {
  const here = { agreement_uuid: agreement }
  const pages = await site.request(token, getAgreementPages, here)
  const cover = { ...pages.cover, scope: `${mark} scope` }
  await site.call(token, 'v2/app/save-agreement-cover', {
    ...here,
    title: `${mark} agreement`,
    cover,
    revision: pages.cover_revision,
  })
  await site.call(token, 'v2/app/save-agreement-glossary', {
    ...here,
    glossary: [...pages.glossary, { term: `${mark} term`, meaning: `${mark} meaning` }],
    revision: pages.glossary_revision,
  })
  const { body: saved } = await site.call(token, 'v2/app/save-agreement-team-member', {
    ...here,
    user_uuid: null,
    name: `${mark} contact`,
    role: `${mark} role`,
    access: 'contact',
  })
  const { body: kept } = await site.call(token, 'v2/app/save-agreement-template', { ...here, name: `${mark} rows` })
  return { agreementMemberUuid: saved.member.uuid as string, agreementTemplateUuid: kept.uuid as string }
}
