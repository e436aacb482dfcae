import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import type { BomFault } from '@carapace/shared/sbom/documents/bom'
import type { Database, Tx } from '../../core/db.ts'
import { jobKind, type Progress } from '../../core/jobs/jobs.ts'
import type { Services } from '../../module.ts'
import { policiesOf } from '../policies/policies.queries.ts'
import { aliasDocument } from '../policies/aliasing.ts'
import { lockRelease, type ReleaseRow, restate, useDocument } from '../software/releases.queries.ts'
import { notifyOfFaults, notifyOfPolicies } from './document-notices.ts'
import {
  bytesOf,
  type DocumentRow,
  documentToRead,
  failAbandoned,
  isLaterThan,
  lockDocument,
  type PlacedDocument,
  writeDocument,
} from './documents.queries.ts'
import { componentsAt, edgesAt, statementsOf } from './index-file.ts'
import type { Readings } from './readings.ts'
import { clearIndex, storeComponents, storeEdges, storeStatements } from './store.queries.ts'
import type { ReadDocument } from './tasks.ts'
import type { BomThread } from './thread.ts'

export const bomReadKind = 'sbom.read'

export interface ReadInput {
  readonly document: string
}

/** How far the index of a document is stored; then advisories are compared with it. */
interface Checkpoint {
  readonly stage: 'store' | 'match'
  readonly components: number
  readonly edges: number
}

type Found = Exclude<ReadDocument, { readonly faults: unknown }>

/** A document that is read faster than this needs no further part, ms; a slower one is looked at this often. */
const patienceMs = 1_500
const restMs = 300

interface Deps {
  readonly db: Database
  readonly thread: BomThread
  readonly readings: Readings
  readonly services: Partial<Services>
  readonly onError: (error: unknown) => void
}

/**
 * Reads a document in a side thread, stores its index part by part, makes it the release's, and has it matched
 * (rules SBOM-12 to SBOM-15). What was read is this process's only: lost, it is read again, and stored parts are left.
 */
export function bomReads({ db, thread, readings, services, onError }: Deps) {
  const readingOf = (org: Org, { uuid }: DocumentRow) =>
    readings.of(uuid, (path) =>
      thread.run(org.uuid, 'index', async () => ({ bytes: await bytesOf(db, org, uuid), path: await path })),
    )

  /** What reading found; undefined: it goes on, or waits for others. */
  async function readWithin(org: Org, document: DocumentRow): Promise<ReadDocument | undefined> {
    try {
      const reading = readingOf(org, document)
      return reading && (await Promise.race([reading, waited(patienceMs)]))
    } catch (error) {
      readings.forget(document.uuid)
      if (error instanceof Failure && error.code === 'BUSY' && error.cause === undefined) return undefined
      if (!(error instanceof Failure)) onError(error)
      const message =
        error instanceof Failure
          ? 'Reading it takes too long or too much memory. Divide it, or leave out what is not needed.'
          : 'Reading it failed on our side. It has been recorded.'
      return { faults: [{ place: '', message }] }
    }
  }

  return jobKind<ReadInput, Checkpoint>({
    kind: bomReadKind,
    licence: 'LIFECYCLE_SBOM',
    clear: failAbandoned,
    async doPart({ tx, org, input, checkpoint }) {
      const at = checkpoint ?? { stage: 'store', components: 0, edges: 0 }
      const document = await documentToRead(tx, org, input.document)
      if (!document) return wasRemoved(input.document, at)
      if (at.stage === 'match') return match(org, document, at)
      const found = await readWithin(org, document)
      if (!found) return { checkpoint: at, finished: false, done: 0, outcome: {}, restMs }
      // in this order by all who lock them: release, document, components (rule SBOM-8)
      const release = await lockRelease(tx, org, document.releaseUuid)
      if (!release || !(await lockDocument(tx, org, document.uuid))) return wasRemoved(document.uuid, at)
      if ('faults' in found) {
        readings.forget(document.uuid)
        await writeDocument(tx, org, document.uuid, { state: 'FAILED', faults: found.faults })
        await notifyOfFaults(tx, org, services, document, found.faults)
        return ended(at, { faults: found.faults.length }, found.faults.slice(0, 10).map(faultText))
      }
      return storePart(tx, org, services, { document, release, found, at })
    },
  })

  function wasRemoved(uuid: string, at: Checkpoint): Progress<Checkpoint> {
    readings.forget(uuid)
    return ended(at, {}, ['The document was deleted.'])
  }

  /** Advisories are compared after the commit, since other modules read the stored index. */
  async function match(org: Org, document: DocumentRow, at: Checkpoint): Promise<Progress<Checkpoint>> {
    readings.forget(document.uuid)
    services.notifications?.wake(org)
    const matched = await services.matchDocument?.(org, document.uuid)
    return ended(
      at,
      {
        components: document.components,
        ...(matched && { findings: matched.findings }),
        ...(matched?.statements !== undefined && { statements: matched.statements }),
      },
      matched?.ignored.slice(0, 50),
    )
  }
}

interface Part {
  readonly document: PlacedDocument
  readonly release: ReleaseRow
  readonly found: Found
  readonly at: Checkpoint
}

async function storePart(
  tx: Tx,
  org: Org,
  services: Partial<Services>,
  { document, release, found, at }: Part,
): Promise<Progress<Checkpoint>> {
  const { index } = found
  if (at.components === 0 && at.edges === 0) await clearIndex(tx, org, document.uuid)
  const place = { documentUuid: document.uuid, releaseUuid: document.releaseUuid }
  const some = await componentsAt(index, at.components)
  await storeComponents(tx, org, place, some)
  const stored = at.components + some.length
  const someEdges = stored < index.components ? new Int32Array() : await edgesAt(index, at.edges)
  await storeEdges(tx, org, document.uuid, someEdges)
  const next: Checkpoint = { ...at, components: stored, edges: at.edges + someEdges.length / 3 }
  const isStored = stored === index.components && next.edges === index.edges
  if (isStored) await makeReady(tx, org, services, { document, release, found })
  const share = (some.length + someEdges.length / 3) / Math.max(1, index.components + index.edges)
  return {
    checkpoint: { ...next, stage: isStored ? 'match' : 'store' },
    finished: false,
    done: Math.floor(document.bytes * share),
    outcome: {},
  }
}

/**
 * From here on the release has this document's components, unless a later one came first (rule SBOM-14), or its
 * statements, if it has no components (rule SBOM-18).
 */
async function makeReady(
  tx: Tx,
  org: Org,
  services: Partial<Services>,
  { document, release, found }: Omit<Part, 'at'>,
): Promise<void> {
  const policies = await policiesOf(tx, org)
  const score = scoreBy(policies.quality.profile, found.quality)
  const vex = await statementsOf(found.index)
  const hasStatementsAlone = found.index.components === 0 && vex.statements.length > 0
  await writeDocument(tx, org, document.uuid, {
    state: 'READY',
    faults: [],
    format: found.head.format,
    head: JSON.parse(JSON.stringify(found.head)) as typeof found.head,
    components: found.index.components,
    edges: found.index.edges,
    ignored: found.ignored,
    quality: hasStatementsAlone ? null : { ...found.quality, score },
    signature: found.signature,
    subject: found.subject,
  })
  await storeStatements(tx, org, document.uuid, vex)
  if (hasStatementsAlone) return restate(tx, org, release.uuid)
  if (await isLaterThan(tx, org, document.uuid, release.documentUuid))
    await useDocument(tx, org, release.uuid, document.uuid)
  await aliasDocument(tx, org, document.uuid)
  await notifyOfPolicies(tx, org, services, document, { policies, score })
}

/** The points of a document by the organisation's profile; null: it was not judged by this one. */
function scoreBy(profile: string, { profiles }: Found['quality']): number | null {
  return profiles.find(({ name }) => name === profile)?.score ?? null
}

function ended(
  checkpoint: Checkpoint | null,
  outcome: Record<string, number>,
  messages: readonly string[] = [],
): Progress<Checkpoint> {
  return {
    checkpoint: checkpoint ?? { stage: 'store', components: 0, edges: 0 },
    finished: true,
    done: 0,
    outcome,
    messages,
  }
}

const faultText = ({ place, message }: BomFault): string => (place === '' ? message : `${place}: ${message}`)

function waited(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref())
}
