import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import {
  archiveFiles,
  ArchivedArtefact,
  type ArchivedBaseline,
  type ArchivedComment,
  type ArchivedLink,
  type ArchivedMethod,
  type ArchivedProgram,
  type ArchivedProject,
  type ArchivedReview,
  type ArchivedRisk,
  type ArchivedVersion,
  type DocumentName,
  documents,
  kindInFile,
  type ListName,
  lists,
  type Manifest,
  withCurrentKeys,
} from '@carapace/shared/lifecycle/exchange/archive'
import { archiveCheck } from '@carapace/shared/lifecycle/exchange/archive-check'
import { ArchiveTrouble } from '@carapace/shared/lifecycle/exchange/check/check-state'
import { hostileJson } from '@carapace/shared/core/documents/hostile-json'
import { whyNotMethod } from '@carapace/shared/lifecycle/methods/method-check'
import { mostProjects } from '@carapace/shared/graph/programs/projects'
import { mostBaselines } from '../../graph/collaboration/baselines.queries.ts'
import { mostComments } from '../../graph/collaboration/comments.queries.ts'
import { mostArtefacts, mostLinks } from '../../graph/artefacts/writes.ts'
import { decoded, readLines } from '../../core/documents/lines.ts'
import { openZip, type OpenZip } from '../../core/documents/zip-reader.ts'

/** The maximum line length of an archive: an artefact with the largest tree has half as many bytes. */
const longestLineMebibytes = 8

const limits = {
  artefacts: mostArtefacts,
  links: mostLinks,
  versions: 500_000,
  projects: mostProjects,
  baselines: mostBaselines,
  comments: mostComments,
}
const zipLimits = { entries: 100, entryBytes: 1024 ** 3, totalBytes: 1.5 * 1024 ** 3 }
const documentBytes = 16 * 1024 * 1024

/** The objects of an archive, in the order in which they are written. */
export type ArchivedThing =
  | {
      readonly is: 'program'
      readonly manifest: Manifest
      readonly program: ArchivedProgram
      readonly method: ArchivedMethod | undefined
    }
  | { readonly is: 'project'; readonly project: ArchivedProject }
  | { readonly is: 'artefact'; readonly kind: string; readonly artefact: ArchivedArtefact }
  | { readonly is: 'version'; readonly version: ArchivedVersion }
  | { readonly is: 'risk'; readonly risk: ArchivedRisk }
  | { readonly is: 'link'; readonly link: ArchivedLink }
  | { readonly is: 'comment'; readonly comment: ArchivedComment }
  | { readonly is: 'review'; readonly review: ArchivedReview }
  | { readonly is: 'baseline'; readonly baseline: ArchivedBaseline }

/** The contents of an archive. */
export interface Contents {
  readonly name: string
  readonly projects: number
  readonly artefacts: Record<string, number>
  readonly links: number
  readonly made_at: string
  readonly unreviewed: { readonly count: number; readonly codes: string[] }
}

/** An archive that was read to its end: its contents, and what is approved in it without a review. */
export interface ReadThrough {
  readonly contents: Contents
  readonly unreviewed: ReturnType<ReturnType<typeof archiveCheck>['unreviewed']>
}

/** Maximum codes of unreviewed artefacts in one answer. */
const mostCodes = 100

/**
 * Reads an archive object by object. Each object is checked when it is read. Whether all of them are consistent is
 * known only when the generator ends without an error, so the caller must write them in one transaction (rules
 * EXCHANGE-5, DOCUMENT-7, DOCUMENT-8).
 */
export async function* readArchive(path: string): AsyncGenerator<ArchivedThing, ReadThrough> {
  const zip = await openZip(path, zipLimits)
  try {
    const unknownFile = zip.names.find((name) => !archiveFiles.includes(name))
    if (unknownFile !== undefined)
      throw invalid(
        `This is no archive of ours: ${JSON.stringify(unknownFile.slice(0, 100))} is not a file that one has.`,
      )
    return yield* thingsIn(zip)
  } catch (error) {
    throw error instanceof ArchiveTrouble ? invalid(`This archive does not hold together: ${error.message}`) : error
  } finally {
    zip.close()
  }
}

async function* thingsIn(zip: OpenZip): AsyncGenerator<ArchivedThing, ReadThrough> {
  const check = archiveCheck(limits, (text) => createHash('sha256').update(text).digest('base64'))
  const manifest = await documentIn(zip, 'manifest.json')
  check.manifest(manifest)
  const program = await documentIn(zip, 'program.json')
  check.program(program)
  const [method] = await documentIn(zip, 'methods.json')
  const [wrong] = method ? Object.values(whyNotMethod(method.content)) : []
  if (wrong !== undefined) throw new ArchiveTrouble(`Its method: ${wrong}`)
  yield { is: 'program', manifest, program, method }
  const projects = await documentIn(zip, 'projects.json')
  check.projects(projects)
  for (const project of projects) yield { is: 'project', project }
  const artefacts: Record<string, number> = {}
  for (const file of archiveFiles) {
    const kind = kindInFile(file)
    if (kind === undefined) continue
    for await (const entry of listIn(zip, file, ArchivedArtefact)) {
      artefacts[kind] = (artefacts[kind] ?? 0) + 1
      yield { is: 'artefact', kind, artefact: check.artefact(kind, entry) }
    }
  }
  for await (const entry of namedList(zip, 'versions.jsonl')) yield { is: 'version', version: check.version(entry) }
  for await (const risk of namedList(zip, 'risks.jsonl')) {
    check.risk(risk)
    yield { is: 'risk', risk }
  }
  for await (const link of namedList(zip, 'links.jsonl')) {
    check.link(link)
    yield { is: 'link', link }
  }
  for await (const comment of namedList(zip, 'comments.jsonl')) {
    check.comment(comment)
    yield { is: 'comment', comment }
  }
  for await (const review of namedList(zip, 'reviews.jsonl')) {
    check.review(review)
    yield { is: 'review', review }
  }
  const baselines = zip.has('baselines.json') ? await documentIn(zip, 'baselines.json') : []
  check.baselines(baselines)
  for (const baseline of baselines) yield { is: 'baseline', baseline }
  check.end()
  const unreviewed = check.unreviewed()
  const codes = unreviewed.slice(0, mostCodes).map(({ code }) => code)
  const contents = {
    name: manifest.name,
    projects: projects.length,
    artefacts,
    links: check.counts.currentLinks,
    made_at: manifest.made_at,
    unreviewed: { count: unreviewed.length, codes },
  }
  return { contents, unreviewed }
}

const invalid = (message: string) => new Failure('INVALID_INPUT', { message })

async function documentIn<N extends DocumentName>(zip: OpenZip, name: N): Promise<z.output<(typeof documents)[N]>> {
  if (!zip.has(name)) throw invalid(`This is no archive of ours: it has no ${name}.`)
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of zip.read(name)) {
    bytes += chunk.length
    if (bytes > documentBytes) throw invalid(`${name} is too large.`)
    pieces.push(chunk)
  }
  return valueOf(name, decoded(pieces), documents[name] as z.ZodType) as z.output<(typeof documents)[N]>
}

function namedList<N extends ListName>(zip: OpenZip, name: N): AsyncGenerator<z.output<(typeof lists)[N]>> {
  return listIn(zip, name, lists[name] as z.ZodType) as AsyncGenerator<z.output<(typeof lists)[N]>>
}

async function* listIn<T>(zip: OpenZip, name: string, shape: z.ZodType<T>): AsyncGenerator<T> {
  if (!zip.has(name)) return
  let line = 0
  for await (const text of readLines(zip.read(name), longestLineMebibytes))
    yield valueOf(`${name}, line ${++line}`, text, shape)
}

function valueOf<T>(where: string, text: string, shape: z.ZodType<T>): T {
  const read = hostileJson(text)
  if (!read.ok) throw invalid(`${where}: ${read.reason}`)
  const parsed = shape.safeParse(withCurrentKeys(read.value))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(`${where}: ${issue!.path.length > 0 ? `${issue!.path.join('.')}: ` : ''}${issue!.message}`)
}
