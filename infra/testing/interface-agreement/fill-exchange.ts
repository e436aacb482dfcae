import type { Installation, Organisation } from '../support/installation.ts'
import { rowOf } from './parties.fixture.ts'

/** A comment, a note, a file, an event and a delivery of a row. */
export async function fillExchange(
  site: Installation,
  { org, members }: Organisation,
  agreement: string,
  mark: string,
) {
  const { token } = members.ADMIN
  const agreementRow = rowOf('WP-09-02')
  const inRow = { agreement_uuid: agreement, row: agreementRow }
  const { body: commented } = await site.call(token, 'v2/app/add-agreement-comment', { ...inRow, text: `${mark} why` })
  await site.call(token, 'v2/app/save-agreement-note', { ...inRow, text: `${mark} note`, revision: 0 })
  const file = { ...inRow, file_name: `${mark}.pdf` }
  const { body: stored } = await site.upload(token, 'v2/app/upload-agreement-file', file, `${mark} bytes`)
  const day = new Date().toISOString().slice(0, 10)
  await site.call(token, 'v2/app/report-agreement-event', { ...inRow, day, reason: `${mark} attack` })
  // nothing can be handed over before the other side has joined
  const [delivery] = await site.sql<{ uuid: string }[]>`INSERT INTO agreement_deliveries
      (agreement_uuid, org_uuid, side, row, kind, version, note, evidence, author)
    VALUES (${agreement}, ${org.uuid}, 'customer', ${agreementRow}, 'handover', '1', ${`${mark} note`}, '[]', 'x')
    RETURNING uuid`
  return {
    agreementRow,
    agreementCommentUuid: commented.uuid as string,
    agreementFileUuid: stored.file.uuid as string,
    agreementDeliveryUuid: delivery!.uuid,
  }
}
