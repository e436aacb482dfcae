import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import type { BomFault } from '@carapace/shared/sbom/documents/bom'
import {
  diffReleases,
  exportBom,
  type ExportFormat,
  mergeReleases,
  previewBomExport,
} from '@carapace/shared/sbom/exchange.contract'
import { sbomLimits } from '@carapace/shared/sbom/limits'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import type { Jobs } from '../../core/jobs/jobs.ts'
import { bytesOf, documentByUuid } from '../bom-documents/documents.queries.ts'
import { safeName } from '../bom-documents/documents.routes.ts'
import { keepDocument } from '../bom-documents/keeping.ts'
import type { BomThread } from '../bom-documents/thread.ts'
import { documentInUse } from '../components/components.queries.ts'
import { releaseByUuid } from '../software/releases.queries.ts'

interface Deps {
  readonly db: Database
  readonly jobs: Jobs
  readonly thread: BomThread
}

const extensions: Readonly<Record<ExportFormat, string>> = {
  'CycloneDX JSON': 'cdx.json',
  'CycloneDX XML': 'cdx.xml',
  'SPDX JSON': 'spdx.json',
  'SPDX tag-value': 'spdx',
  'SPDX 3 JSON-LD': 'spdx3.json',
}

/**
 * Documents in other formats, differences and merged documents (rules SBOM-50 to SBOM-52 of
 * packages/shared/src/sbom/SPEC.md).
 */
export async function exchangeRoutes(app: FastifyInstance, { db, jobs, thread }: Deps): Promise<void> {
  serve(app, previewBomExport).with(async ({ input: { uuid, format }, caller: { org } }) => {
    const { text, lost } = await converted(org, uuid, format)
    return { bytes: Buffer.byteLength(text), lost: [...lost].slice(0, 1_000) }
  })

  serve(app, exportBom).streams(async ({ input: { uuid, format }, caller: { org } }) => {
    const { text, name } = await converted(org, uuid, format)
    const bare = name.replace(/\.(?:json|xml|spdx|cdx|tag|gz|zst)+$/i, '')
    return { fileName: safeName(`${bare}.${extensions[format]}`), content: inPieces(text) }
  })

  serve(app, diffReleases).with(async ({ input: { before, after }, caller: { org } }) => {
    const [old, fresh] = [await usedBy(org, before), await usedBy(org, after)]
    const found = await thread.run(org.uuid, 'diff', async () => ({
      before: await bytesOf(db, org, old),
      after: await bytesOf(db, org, fresh),
    }))
    if ('faults' in found) throw unreadable(found.faults)
    return { counts: { ...found.counts }, entries: found.entries }
  })

  serve(app, mergeReleases).with(async ({ input: { name, parts, release_uuid: target }, caller }) => {
    const { org } = caller
    if (!(await releaseByUuid(db, org, target))) throw new Failure('NOT_FOUND')
    const sources = await Promise.all(
      parts.map(async (uuid) => ({
        document: await usedBy(org, uuid),
        release: (await releaseByUuid(db, org, uuid))!,
      })),
    )
    const bytes = await sizeOf(
      org,
      sources.map(({ document }) => document),
    )
    if (bytes > sbomLimits.fileBytes)
      throw new Failure('RULE_REFUSED', { message: 'The documents are larger than 100 MB together. Merge fewer.' })
    const written = await thread.run(org.uuid, 'merge', async () => ({
      name,
      now: new Date().toISOString(),
      parts: await Promise.all(
        sources.map(async ({ document, release: { software, version } }) => ({
          name: software.ecu === '' ? `${software.name} ${version}` : software.ecu,
          bytes: await bytesOf(db, org, document),
        })),
      ),
    }))
    if ('faults' in written) throw unreadable(written.faults)
    const content = Buffer.from(written.text)
    const added = {
      release_uuid: target,
      origin: 'merged' as const,
      file_name: safeName(`${name}.cdx.json`),
      length: content.length,
    }
    return { success: true, ...(await keepDocument({ db, jobs }, caller, added, once(content))) }
  })

  async function converted(org: Org, uuid: string, format: ExportFormat) {
    const document = await documentByUuid(db, org, uuid)
    if (!document) throw new Failure('NOT_FOUND')
    const written = await thread.run(org.uuid, 'convert', async () => ({
      bytes: await bytesOf(db, org, uuid),
      format,
      now: new Date().toISOString(),
    }))
    if ('faults' in written) throw unreadable(written.faults)
    return { ...written, name: document.file_name }
  }

  /** The document in use of a release that has one. */
  async function usedBy(org: Org, releaseUuid: string): Promise<string> {
    const document = await documentInUse(db, org, releaseUuid)
    if (document === undefined) throw new Failure('NOT_FOUND')
    if (document === null)
      throw new Failure('RULE_REFUSED', { message: 'A release has no bill of materials yet. Upload one first.' })
    return document
  }

  async function sizeOf(org: Org, documents: readonly string[]): Promise<number> {
    const sizes = await Promise.all(documents.map((uuid) => documentByUuid(db, org, uuid)))
    return sizes.reduce((sum, document) => sum + (document?.bytes ?? 0), 0)
  }
}

function unreadable([first]: readonly BomFault[]): Failure {
  return new Failure('RULE_REFUSED', {
    message: `The document cannot be read: ${first?.place ?? ''} ${first?.message ?? ''}`.trim(),
  })
}

const pieceLength = 1024 * 1024

async function* inPieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength)
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}
