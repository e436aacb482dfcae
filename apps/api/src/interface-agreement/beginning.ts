import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import type { createAgreement } from '@carapace/shared/interface-agreement/agreements.contract'
import { Cover, defaultGlossary } from '@carapace/shared/interface-agreement/cover'
import { begun, figuresOf, restored, stored } from '@carapace/shared/interface-agreement/negotiation'
import type { AgreementRow } from '@carapace/shared/interface-agreement/row'
import { agreementTemplate } from '@carapace/shared/interface-agreement/template'
import { agreedRows } from '@carapace/shared/interface-agreement/versions'
import type { Tx } from '../core/db.ts'
import type { Caller } from '../core/http/caller.ts'
import { insertAgreement, insertLogEntry, insertParty, organisationName, templateRows } from './agreements.queries.ts'
import { refuseThirdParties } from './party.ts'
import { agreementOf, partyOf } from './party.queries.ts'
import { hiddenIn } from './negotiation/sheet.ts'

type Beginning = z.output<typeof createAgreement.input>

/**
 * Begins an agreement; the caller becomes the first member of its team. The rows with which it begins are kept in its
 * log, since what the steps lead to depends on them, too (rule AGREEMENT-12).
 */
export async function beginAgreement(tx: Tx, caller: Caller, input: Beginning) {
  const { org, user } = caller
  const { side, item, title } = input
  const rows = (await rowsFrom(tx, caller, input.from)).map(withoutProgress)
  const negotiation = begun(rows)
  const agreement = await insertAgreement(tx, org, {
    side,
    title,
    cover: Cover.parse({
      item,
      [side]: { name: await organisationName(tx, org), contact: user.name, email: user.email },
    }),
    glossary: [...defaultGlossary],
    negotiation: stored(negotiation),
    figures: figuresOf(negotiation),
    createdBy: user.name,
    createdByUuid: user.uuid,
  })
  await insertParty(tx, caller, { agreementUuid: agreement.uuid, side, programUuid: input.program_uuid })
  await insertLogEntry(tx, { agreementUuid: agreement.uuid, org, side, user }, { action: 'created', detail: { rows } })
  return agreement
}

async function rowsFrom(tx: Tx, caller: Caller, from: Beginning['from']): Promise<readonly AgreementRow[]> {
  if (from.what === 'standard') return agreementTemplate
  if (from.what === 'agreement') return rowsOfAgreement(tx, caller, from.uuid)
  const rows = await templateRows(tx, caller.org, from.uuid)
  if (!rows) throw new Failure('NOT_FOUND', { message: 'There is no such template any more.' })
  return rows
}

/** The agreed rows of an agreement in which the caller takes part, without the other side's documents. */
async function rowsOfAgreement(tx: Tx, caller: Caller, uuid: string): Promise<readonly AgreementRow[]> {
  const party = await partyOf(tx, caller, uuid)
  refuseThirdParties(party)
  const negotiation = restored((await agreementOf(tx, party)).negotiation)
  return agreedRows(negotiation).map((row) =>
    row.is_heading
      ? row
      : { ...row, ...Object.fromEntries(hiddenIn(negotiation, row, party).map((field) => [field, ''])) },
  )
}

/** Status and day belong to the project of the agreement. */
const withoutProgress = (row: AgreementRow): AgreementRow => (row.is_heading ? row : { ...row, status: '', date: '' })
