import { readFile, stat } from 'node:fs/promises'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { artefactKindNamed, artefactKinds } from '@carapace/shared/artefact-kinds'
import { fieldsKept } from '@carapace/shared/lifecycle/exchange/fields-kept'
import { exchangeText, readExchange } from '@carapace/shared/lifecycle/exchange/tara-exchange'
import type { Database } from '../../core/db.ts'
import { artefactsPage, codeOfRow } from '../../graph/artefacts/artefacts.queries.ts'
import { linkHeads } from './archive-export.queries.ts'
import { decoded } from '../../core/documents/lines.ts'
import type { RowsRead } from './rows-import.ts'
import { knownHeads } from './rows-import.queries.ts'

const rowsAtOnce = 300
const mostBytes = 32 * 1024 * 1024

interface ExportInput {
  readonly programUuid: string
  readonly projectUuid: string | undefined
  readonly name: string
}

/** A program's whole threat analysis as one JSON document (rule EXCHANGE-18). */
export async function* taraJson(
  db: Database,
  org: Org,
  { programUuid, projectUuid, name }: ExportInput,
): AsyncGenerator<string> {
  const heads = await knownHeads(db, org, programUuid)
  const exported = projectUuid === undefined ? undefined : new Set<string>()
  async function* artefacts() {
    for (const { kind } of artefactKinds) {
      for (let after: { kind: string; number: number } | undefined; ;) {
        const page = await artefactsPage(db, org, { programUuid, projectUuid, kinds: [kind], after, limit: rowsAtOnce })
        for (const { row } of page) {
          exported?.add(row.uuid)
          yield {
            kind,
            code: codeOfRow(row),
            title: row.title,
            status: row.status,
            fields: fieldsKept(artefactKindNamed(kind)!, row.fields),
          }
        }
        if (page.length < rowsAtOnce) break
        after = page.at(-1)!.row
      }
    }
  }
  const links = (await linkHeads(db, org, programUuid)).map(({ kind, from, to }) => [kind, from, to] as const)
  // for one project, only links that begin in it: their other ends may be elsewhere in the program
  const within = { [Symbol.iterator]: () => links.filter(([, from]) => !exported || exported.has(from)).values() }
  yield* exchangeText({
    name,
    madeAt: new Date().toISOString(),
    artefacts: artefacts(),
    links: within,
    codes: new Map(heads.map(({ uuid, code }) => [uuid, code])),
  })
}

/** The rows of such a document. */
export async function readTaraJson(path: string): Promise<RowsRead> {
  if ((await stat(path)).size > mostBytes) throw new Failure('TOO_LARGE')
  const read = readExchange(decoded([await readFile(path)]))
  if (!read.ok) throw new Failure('INVALID_INPUT', { message: `This threat analysis is not read: ${read.reason}` })
  return { rows: read.value, refused: [] }
}
