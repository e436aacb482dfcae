import type { FastifyInstance } from 'fastify'
import { defaultTheme } from '@carapace/shared/core/documents/theme'
import { type AgreementDocument, agreementReport } from '@carapace/shared/interface-agreement/agreement-report'
import { seenBy } from '@carapace/shared/interface-agreement/content'
import { isNegotiated, restored, stateOf } from '@carapace/shared/interface-agreement/negotiation'
import { exportAgreement, readAgreementTable } from '@carapace/shared/interface-agreement/pages.contract'
import { contentHashOf } from '@carapace/shared/interface-agreement/seals'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Database, Tx } from '../../core/db.ts'
import { reportAsDocument } from '../../core/documents/report-docx.ts'
import { reportAsPdf } from '../../core/documents/report-pdf.ts'
import type { Caller } from '../../core/http/caller.ts'
import { serve } from '../../core/http/serve.ts'
import { createReadings } from '../../core/readings.ts'
import { spooled, withFile } from '../../core/spool.ts'
import { agreementWorkbook, type VersionOf } from './agreement-workbook.ts'
import { organisationName } from '../agreements.queries.ts'
import { readTable, tableForm } from './import-table.ts'
import { signatureOf, signaturesUnder } from '../pages/pages.queries.ts'
import type { Party } from '../party.ts'
import { agreementOf, partyOf } from '../party.queries.ts'
import { presentContent, readContent, verifiedVersions, versionNumbered } from '../signing/versions.ts'

/** Exports, and reading files for an import (rules AGREEMENT-57 to AGREEMENT-60). */
export async function documentRoutes(app: FastifyInstance, { db }: { readonly db: Database }): Promise<void> {
  const inTurn = createReadings()

  serve(app, exportAgreement).streams(async ({ input: { agreement_uuid: uuid, format, version }, caller }) => {
    // refuses before anything is written
    const party = await partyOf(db, caller, uuid)
    const { content } = await documentOf(db, party, version)
    await audit(db, caller.org, byCaller(caller), {
      action: 'export agreement',
      subject: 'agreement',
      subjectUuid: uuid,
      after: { format, ...(version !== undefined && { version }) },
    })
    const suffix = version === undefined ? '' : `-v${version}`
    return {
      fileName: `${content.code.toLowerCase().replaceAll(/[^a-z0-9-]/g, '')}${suffix}.${format}`,
      content: fileOf(db, caller, uuid, { format, version }),
    }
  })

  serve(app, readAgreementTable).with(async ({ input: { file_name: fileName, sheet }, caller, body }) => {
    const form = tableForm(fileName)
    return withFile(body, (path) => inTurn(caller.org, () => readTable(path, form, sheet)))
  })
}

interface Wanted {
  readonly format: 'xlsx' | 'docx' | 'pdf'
  readonly version: number | undefined
}

/** A document on one snapshot of the agreement, complete before its first byte is sent. */
function fileOf(db: Database, caller: Caller, uuid: string, { format, version }: Wanted): AsyncGenerator<Uint8Array> {
  return spooled((write) =>
    db.transaction(
      async (tx) => {
        const party = await partyOf(tx, caller, uuid)
        const document = await documentOf(tx, party, version)
        if (format === 'xlsx') return write(agreementWorkbook(document))
        const theme = { ...defaultTheme, organisation: await organisationName(tx, caller.org) }
        return write((format === 'pdf' ? reportAsPdf : reportAsDocument)(agreementReport(document), theme))
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    ),
  )
}

/** What a document shows: agreed values that its reader may see, and signatures; no drafts and no notes. */
async function documentOf(
  db: Database | Tx,
  party: Party,
  number: number | undefined,
): Promise<AgreementDocument & { readonly versions: readonly VersionOf[] }> {
  const { versions, broken } = await verifiedVersions(db, party)
  const identities = versions.map((version) => ({
    number: version.number,
    hash: version.hash,
    at: version.at.toISOString(),
    isWhole: broken === undefined || version.number < broken,
    signatures: version.signatures,
  }))
  const common = { versions: identities, author: party.user.name, today: new Date().toISOString().slice(0, 10) }
  if (number !== undefined) {
    const version = versionNumbered(versions, number)
    return {
      ...common,
      content: seenBy(readContent(version), party),
      version: identities.find((each) => each.number === number)!,
      signatures: version.signatures,
      states: new Map(),
    }
  }
  const agreement = await agreementOf(db, party)
  const content = await presentContent(db, party, agreement)
  const rows = [...restored(agreement.negotiation).rows]
  return {
    ...common,
    content: seenBy(content, party),
    signatures: (await signaturesUnder(db, party, await contentHashOf(content))).map(signatureOf),
    states: new Map(rows.flatMap(([id, row]) => (isNegotiated(row) ? [[id, stateOf(row)] as const] : []))),
  }
}
