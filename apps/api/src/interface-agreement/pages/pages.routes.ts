import type { FastifyInstance } from 'fastify'
import { isDeepStrictEqual } from 'node:util'
import { Failure } from '@carapace/shared/core/failure'
import { agreementCode } from '@carapace/shared/interface-agreement/code'
import { coverDifferences, glossaryDifferences } from '@carapace/shared/interface-agreement/content-differences'
import { type Cover, type Term, whyNotCover } from '@carapace/shared/interface-agreement/cover'
import {
  getAgreementPages,
  saveAgreementCover,
  saveAgreementGlossary,
} from '@carapace/shared/interface-agreement/pages.contract'
import { otherSide } from '@carapace/shared/interface-agreement/row'
import { contentHashOf } from '@carapace/shared/interface-agreement/seals'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import type { Deps } from '../../module.ts'
import { partiesOf } from '../agreements.queries.ts'
import { changeAgreement } from '../changing.ts'
import type { Party } from '../party.ts'
import { agreementOf, partyOf, writeAgreement } from '../party.queries.ts'
import { recordChange } from './record-change.ts'
import { teamRoutes } from './team.routes.ts'
import { templateRoutes } from './templates.routes.ts'
import { presentContent } from '../signing/versions.ts'

/** Cover, glossary, team and own templates (rules AGREEMENT-50 to AGREEMENT-53). */
export async function pageRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'publisher'>): Promise<void> {
  const { db } = deps

  serve(app, getAgreementPages).with(async ({ input, caller }) => {
    const party = await partyOf(db, caller, input.agreement_uuid)
    const agreement = await agreementOf(db, party)
    return {
      title: agreement.title,
      code: agreementCode(agreement.number),
      cover: agreement.cover,
      cover_revision: agreement.coverRevision,
      glossary: agreement.glossary,
      glossary_revision: agreement.glossaryRevision,
      content_hash: await contentHashOf(await presentContent(db, party, agreement)),
    }
  })

  serve(app, saveAgreementCover).with(async ({ input: { agreement_uuid: uuid, title, cover, revision }, caller }) =>
    changeAgreement(deps, caller, uuid, 'pages', async (tx, party, locked) => {
      if (locked.coverRevision !== revision) throw new Failure('ROW_CHANGED')
      await refuseForeignContacts(tx, party, locked.cover, cover)
      const errors = whyNotCover(cover)
      if (errors.valid_until !== undefined)
        throw new Failure('INVALID_INPUT', { errors: { 'cover.valid_until': errors.valid_until } })
      const differences = [
        ...(title === locked.title ? [] : [{ where: 'Title', before: locked.title, after: title }]),
        ...coverDifferences(locked.cover, cover),
      ]
      if (differences.length === 0) return { success: true as const, revision }
      await writeAgreement(tx, party, { title, cover, coverRevision: revision + 1 })
      await recordChange(tx, party, 'cover-changed', differences)
      await audit(tx, party.org, byCaller(caller), {
        action: 'change agreement cover',
        subject: 'agreement',
        subjectUuid: uuid,
        after: { fields: differences.map(({ where }) => where) },
      })
      return { success: true as const, revision: revision + 1 }
    }),
  )

  serve(app, saveAgreementGlossary).with(async ({ input: { agreement_uuid: uuid, glossary, revision }, caller }) =>
    changeAgreement(deps, caller, uuid, 'pages', async (tx, party, locked) => {
      if (locked.glossaryRevision !== revision) throw new Failure('ROW_CHANGED')
      refuseDoubleTerms(glossary)
      if (isDeepStrictEqual(locked.glossary, glossary)) return { success: true as const, revision }
      await writeAgreement(tx, party, { glossary, glossaryRevision: revision + 1 })
      await recordChange(tx, party, 'glossary-changed', glossaryDifferences(locked.glossary, glossary))
      await audit(tx, party.org, byCaller(caller), {
        action: 'change agreement glossary',
        subject: 'agreement',
        subjectUuid: uuid,
      })
      return { success: true as const, revision: revision + 1 }
    }),
  )

  await teamRoutes(app, deps)
  await templateRoutes(app, deps)
}

/** Each side changes its own contacts; those of a side that has not joined are prepared by the author. */
async function refuseForeignContacts(tx: Tx, party: Party, before: Cover, after: Cover): Promise<void> {
  const side = otherSide(party.side)
  const fields = (Object.keys(before[side]) as (keyof Cover['customer'])[]).filter(
    (field) => before[side][field] !== after[side][field],
  )
  if (fields.length === 0) return
  const parties = await partiesOf(tx, party.org, [party.agreementUuid])
  if (!parties.some((each) => each.side === side)) return
  throw new Failure('INVALID_INPUT', {
    errors: Object.fromEntries(
      fields.map((field) => [`cover.${side}.${field}`, `Only the ${side} changes its own contacts.`]),
    ),
  })
}

function refuseDoubleTerms(glossary: readonly Term[]): void {
  const seen = new Set<string>()
  for (const [at, { term }] of glossary.entries()) {
    const key = term.toLowerCase()
    if (seen.has(key))
      throw new Failure('INVALID_INPUT', {
        errors: { [`glossary.${at}.term`]: `“${term}” is in the glossary already: keep one of both.` },
      })
    seen.add(key)
  }
}
