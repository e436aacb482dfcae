import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { cellOf } from '@carapace/shared/lifecycle/exchange/cells'
import { reqifReader } from '@carapace/shared/lifecycle/exchange/reqif-read'
import { type ReqifRequirement, reqifText } from '@carapace/shared/lifecycle/exchange/reqif-write'
import { requirementKind } from '@carapace/shared/lifecycle/kinds/development.kinds'
import type { Database } from '../../core/db.ts'
import { type ListedArtefact, artefactsPage, codeOfRow } from '../../graph/artefacts/artefacts.queries.ts'
import { mostArtefacts, mostLinks } from '../../graph/artefacts/writes.ts'
import type { RowsRead } from './rows-import.ts'
import { linkHeads } from './archive-export.queries.ts'
import { mostText, owned } from '../../core/documents/kept-text.ts'
import { readXml } from '../../core/documents/xml-reader.ts'
import { openZip } from '../../core/documents/zip-reader.ts'

const zipLimits = { entries: 2_000, entryBytes: 256 * 1024 * 1024, totalBytes: 1024 ** 3 }
const mostValues = 1_000_000

interface ReqifInput {
  readonly programUuid: string
  readonly projectUuid: string | undefined
  readonly title: string
}

/** The requirements of a program as ReqIF (rules EXCHANGE-16, EXCHANGE-17). */
export async function* reqifOf(
  db: Database,
  org: Org,
  { programUuid, projectUuid, title }: ReqifInput,
): AsyncGenerator<string> {
  const requirements: ReqifRequirement[] = []
  for (let after: { kind: string; number: number } | undefined; ;) {
    const page = await artefactsPage(db, org, { programUuid, projectUuid, kinds: ['requirement'], after, limit: 500 })
    requirements.push(...page.map(({ row }) => reqifRequirement(row)))
    if (page.length < 500) break
    after = page.at(-1)!.row
  }
  const refines = (await linkHeads(db, org, programUuid)).flatMap(({ kind, from, to }): [string, string][] =>
    kind === 'refines' ? [[from, to]] : [],
  )
  yield* reqifText({ title, madeAt: new Date().toISOString(), requirements, refines })
}

function reqifRequirement(row: ListedArtefact): ReqifRequirement {
  const word = (name: keyof typeof requirementKind.fields) =>
    String(cellOf(requirementKind.fields[name], row.fields[name]) ?? '')
  return {
    uuid: row.uuid,
    changedAt: row.updatedAt.toISOString(),
    foreign: { ...(row.fields.foreign as Record<string, string> | undefined) },
    attributes: {
      title: row.title,
      text: word('text'),
      code: codeOfRow(row),
      status: row.status,
      type: word('type'),
      rationale: word('rationale'),
      verification: word('verification'),
      owner: word('owner'),
      version: word('version'),
    },
  }
}

/**
 * The requirements of a ReqIF file, or of the first ReqIF file in a reqifz archive; other files in it are ignored.
 */
export async function readReqif(path: string): Promise<RowsRead> {
  if (!(await isZip(path))) return rowsIn(createReadStream(path))
  const zip = await openZip(path, zipLimits)
  try {
    const name = zip.names.find((each) => /\.(reqif|xml)$/i.test(each))
    if (name === undefined) throw new Failure('INVALID_INPUT', { message: 'There is no ReqIF file in this archive.' })
    return await rowsIn(zip.read(name))
  } finally {
    zip.close()
  }
}

async function rowsIn(bytes: AsyncIterable<Uint8Array>): Promise<RowsRead> {
  const reader = reqifReader(
    { objects: mostArtefacts, relations: mostLinks, values: mostValues, text: mostText },
    owned,
  )
  for await (const event of readXml(bytes)) {
    const why = reader.take(event)
    if (why !== undefined) throw new Failure('RULE_REFUSED', { message: why })
  }
  const read = reader.end()
  if (!read.ok) throw new Failure('INVALID_INPUT', { message: read.reason })
  return { rows: read.value, refused: [] }
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.toString('latin1') === 'PK'
  } finally {
    await file.close()
  }
}
