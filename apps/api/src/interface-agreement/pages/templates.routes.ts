import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { seenBy } from '@carapace/shared/interface-agreement/content'
import { agreementLimits } from '@carapace/shared/interface-agreement/exchange'
import {
  deleteAgreementTemplate,
  listAgreementTemplates,
  saveAgreementTemplate,
} from '@carapace/shared/interface-agreement/pages.contract'
import type { AgreementRow } from '@carapace/shared/interface-agreement/row'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { refuseThirdParties } from '../party.ts'
import { agreementOf, partyOf } from '../party.queries.ts'
import {
  countTemplates,
  deleteTemplate,
  insertTemplate,
  isNameTaken,
  templatesOf,
  writeTemplate,
} from './templates.queries.ts'
import { presentContent } from '../signing/versions.ts'

/** An organisation's own templates for agreements (rule AGREEMENT-53). */
export async function templateRoutes(app: FastifyInstance, { db }: { readonly db: Database }): Promise<void> {
  serve(app, listAgreementTemplates).with(async ({ caller: { org } }) => ({
    templates: (await templatesOf(db, org)).map(({ changedAt, ...row }) => ({
      ...row,
      changed_at: changedAt.toISOString(),
    })),
  }))

  serve(app, saveAgreementTemplate).with(async ({ input, caller }) => {
    const { org, user } = caller
    const { agreement_uuid: agreementUuid, name, uuid, revision } = input
    const saved = await db.transaction(async (tx) => {
      const party = await partyOf(tx, caller, agreementUuid)
      refuseThirdParties(party)
      const content = seenBy(await presentContent(tx, party, await agreementOf(tx, party)), party)
      const fields = { name, rows: content.rows.map(asTemplate), by: user }
      const all = await countTemplates(tx, org)
      if (uuid === undefined && all >= agreementLimits.templates)
        throw new Failure('RULE_REFUSED', {
          message: `An organisation keeps at most ${agreementLimits.templates} templates. Delete or replace one.`,
        })
      if (await isNameTaken(tx, org, name, uuid))
        throw new Failure('INVALID_INPUT', {
          errors: { name: 'A template has this name already: replace it, or choose another name.' },
        })
      const written = uuid === undefined ? 'written' : await writeTemplate(tx, org, { uuid, revision }, fields)
      if (written !== 'written') throw new Failure(written === 'missing' ? 'NOT_FOUND' : 'ROW_CHANGED')
      const template = uuid ?? (await insertTemplate(tx, org, fields))
      await audit(tx, org, byCaller(caller), {
        action: 'save agreement template',
        subject: 'agreement-template',
        subjectUuid: template,
        after: { name },
      })
      return template
    })
    return { success: true, uuid: saved }
  })

  serve(app, deleteAgreementTemplate).with(async ({ input: { uuid }, caller }) => {
    await db.transaction(async (tx) => {
      const name = await deleteTemplate(tx, caller.org, uuid)
      if (name === undefined) throw new Failure('NOT_FOUND')
      await audit(tx, caller.org, byCaller(caller), {
        action: 'delete agreement template',
        subject: 'agreement-template',
        subjectUuid: uuid,
        before: { name },
      })
    })
    return { success: true }
  })
}

/** A row to begin with: how far it came, and when, belongs to its own agreement. */
const asTemplate = (row: AgreementRow): AgreementRow => (row.is_heading ? row : { ...row, status: '', date: '' })
