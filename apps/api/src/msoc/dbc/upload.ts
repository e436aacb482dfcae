import { createHash } from 'node:crypto'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import type { DbcVersion, uploadDbc } from '@carapace/shared/msoc/can/dbc.contract'
import type { Fault } from '@carapace/shared/msoc/dbc/parse'
import type { z } from 'zod'
import type { Tx } from '../../core/db.ts'
import type { DbcThread } from './thread.ts'
import {
  bytesAtMost,
  countDbcs,
  dbcFiles,
  dbcNamed,
  dbcsAtMost,
  dbcVersion,
  insertDbc,
  insertVersion,
  kept,
  versionsAtMost,
  versionsInAll,
  versionWithText,
} from './dbcs.queries.ts'

type Upload = z.output<typeof uploadDbc.input>

/** A parsed text, and what the library stores about it. */
export interface ReadUpload extends Upload {
  readonly messages: number
  readonly signals: number
  readonly warnings: readonly Fault[]
  readonly sha256: Buffer
}

const mostFaultsShown = 10

/** Parses an uploaded text; one that does not parse is refused with the positions of its first faults. */
export async function readUpload(thread: DbcThread, org: Org, upload: Upload): Promise<ReadUpload> {
  const read = await thread.run(org.uuid, 'summarise', async () => upload.text)
  if ('faults' in read)
    throw new Failure('INVALID_INPUT', {
      errors: { text: read.faults.slice(0, mostFaultsShown).map(faultText).join('\n') },
    })
  return { ...upload, ...read, sha256: createHash('sha256').update(upload.text).digest() }
}

const faultText = ({ line, column, reason }: Fault): string => `Line ${line}, column ${column}: ${reason}`

/** Adds the text to the locked library: as a new database, or as the next version of an existing one. */
export async function addUpload(tx: Tx, org: Org, upload: ReadUpload, uploadedBy: string): Promise<DbcVersion> {
  const same = await versionWithText(tx, org, upload.sha256)
  if (same)
    throw new Failure('INVALID_INPUT', {
      errors: {
        text: `The library has this very text already: ${same.name}, version ${same.version} (${same.file_name}).`,
      },
    })
  await refuseFull(tx, org, upload.text)
  const { dbcUuid, version } =
    upload.dbc_uuid === undefined ? await newDbc(tx, org, upload) : await nextVersion(tx, org, upload.dbc_uuid)
  const uuid = await insertVersion(tx, org, {
    dbcUuid,
    version,
    fileName: upload.file_name,
    note: upload.note,
    text: upload.text,
    sha256: upload.sha256,
    uploadedBy,
    warnings: [...upload.warnings],
    messages: upload.messages,
    signals: upload.signals,
  })
  return (await dbcVersion(tx, org, uuid))!
}

async function refuseFull(tx: Tx, org: Org, text: string): Promise<void> {
  const { versions, bytes } = await kept(tx, org)
  if (versions >= versionsInAll)
    throw new Failure('RULE_REFUSED', {
      message:
        `A library has at most ${versionsInAll.toLocaleString('en')} versions. Delete databases that ` +
        'nothing needs.',
    })
  if (bytes + Buffer.byteLength(text) > bytesAtMost)
    throw new Failure('RULE_REFUSED', {
      message: `A library holds at most ${bytesAtMost / 1024 ** 2} MiB of text. Delete databases that nothing needs.`,
    })
}

async function newDbc(
  tx: Tx,
  org: Org,
  { name, file_name: fileName }: Upload,
): Promise<{ dbcUuid: string; version: number }> {
  if ((await countDbcs(tx, org)) >= dbcsAtMost)
    throw new Failure('RULE_REFUSED', { message: `A library has at most ${dbcsAtMost} databases.` })
  const called = name ?? (fileName.replace(/\.dbc$/i, '').slice(0, 100) || fileName)
  await refuseTakenName(tx, org, called)
  return { dbcUuid: await insertDbc(tx, org, called), version: 1 }
}

/** Refuses a name that another database has. */
export async function refuseTakenName(tx: Tx, org: Org, name: string, own?: string): Promise<void> {
  const other = await dbcNamed(tx, org, name)
  if (other !== undefined && other !== own)
    throw new Failure('INVALID_INPUT', { errors: { name: 'Another database of the library has this name.' } })
}

async function nextVersion(tx: Tx, org: Org, dbcUuid: string): Promise<{ dbcUuid: string; version: number }> {
  const [file] = await dbcFiles(tx, org, dbcUuid)
  if (!file) throw new Failure('NOT_FOUND')
  if (file.versions.length >= versionsAtMost)
    throw new Failure('RULE_REFUSED', { message: `A database has at most ${versionsAtMost} versions.` })
  return { dbcUuid, version: (file.versions[0]?.version ?? 0) + 1 }
}
