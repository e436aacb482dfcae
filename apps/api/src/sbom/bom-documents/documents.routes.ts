import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import {
  deleteBomDocument,
  downloadBom,
  fetchBom,
  getBomDocument,
  listBomDocuments,
  readBomAgain,
  uploadBom,
  useBomDocument,
} from '@carapace/shared/sbom/bom-documents.contract'
import type { Rounds } from '@carapace/shared/core/rounds'
import type { Database } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { serve } from '../../core/http/serve.ts'
import type { Jobs } from '../../core/jobs/jobs.ts'
import type { Outgoing } from '../../core/outgoing/guarded.ts'
import { releaseByUuid } from '../software/releases.queries.ts'
import { documentByUuid, documentsOf, partsOf } from './documents.queries.ts'
import { dropDocument, readAgain, switchTo } from './document-writes.ts'
import { contentAt, nameIn, shownUrl } from './fetching.ts'
import { keepDocument } from './keeping.ts'

interface Deps {
  readonly db: Database
  readonly jobs: Jobs
  readonly outgoing: Outgoing
  readonly removals: Pick<Rounds, 'wake'>
}

/** Bills of materials over HTTP (rules SBOM-10 to SBOM-18 of packages/shared/src/sbom/SPEC.md). */
export async function documentRoutes(app: FastifyInstance, { db, jobs, outgoing, removals }: Deps): Promise<void> {
  serve(app, uploadBom).with(async ({ input, caller, request, body }) => {
    const stated = request.headers['content-length']
    const length = stated === undefined ? undefined : Number(stated)
    return { success: true, ...(await keepDocument({ db, jobs }, caller, { ...input, length }, body)) }
  })

  serve(app, fetchBom).with(async ({ input: { url, file_name: name = nameIn(url), ...input }, caller }) => {
    // its place is reserved before it is fetched: how long it is, nobody knows yet
    const added = { ...input, file_name: name, source: shownUrl(url), length: undefined }
    return { success: true, ...(await keepDocument({ db, jobs }, caller, added, fetched(outgoing, url))) }
  })

  serve(app, listBomDocuments).with(async ({ input: { release_uuid: uuid }, caller: { org } }) => {
    if (!(await releaseByUuid(db, org, uuid))) throw new Failure('NOT_FOUND')
    return { documents: await documentsOf(db, org, uuid) }
  })
  serve(app, getBomDocument).with(async ({ input: { uuid }, caller }) => ({ document: await document(caller, uuid) }))
  serve(app, downloadBom).streams(async ({ input: { uuid }, caller }) => {
    const { file_name: name } = await document(caller, uuid)
    return { fileName: safeName(name), content: partsOf(db, caller.org, uuid) }
  })

  serve(app, useBomDocument).with(async ({ input: { uuid }, caller }) => {
    await db.transaction((tx) => switchTo(tx, caller, uuid))
    return { success: true }
  })
  serve(app, readBomAgain).with(async ({ input: { uuid }, caller }) => {
    const job = await db.transaction((tx) => readAgain(tx, jobs, caller, uuid))
    jobs.wake(caller.org)
    return { success: true, job }
  })
  serve(app, deleteBomDocument).with(async ({ input: { uuid }, caller }) => {
    await db.transaction((tx) => dropDocument(tx, caller, uuid))
    removals.wake()
    return { success: true }
  })

  async function document({ org }: Caller, uuid: string) {
    const found = await documentByUuid(db, org, uuid)
    if (!found) throw new Failure('NOT_FOUND')
    return found
  }
}

/** A name that is safe in a header and in every file system. */
export const safeName = (name: string): string => name.replaceAll(/[^\w.-]+/g, '-').slice(0, 120) || 'bom'

async function* fetched(outgoing: Outgoing, url: string): AsyncGenerator<Uint8Array> {
  yield await contentAt(outgoing, url)
}
