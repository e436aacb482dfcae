import { randomUUID } from 'node:crypto'
import type {
  ArchivedArtefact,
  ArchivedBaseline,
  ArchivedComment,
  ArchivedLink,
  ArchivedMethod,
  ArchivedProgram,
  ArchivedProject,
  ArchivedReview,
  ArchivedRisk,
  ArchivedVersion,
} from '@carapace/shared/lifecycle/exchange/archive'
import { renamed } from '@carapace/shared/core/renamed-uuids'
import type { ArchivedThing, Contents, ReadThrough } from './archive-reading.ts'

/** Objects with new uuids that wait to be written. */
export interface Waiting {
  readonly program: {
    readonly program: ArchivedProgram
    readonly method: ArchivedMethod | null
    readonly graphVersions: number
  }
  readonly projects: ArchivedProject
  readonly artefacts: ArchivedArtefact & { readonly kind: string }
  readonly versions: ArchivedVersion
  readonly risks: ArchivedRisk
  readonly links: ArchivedLink & { readonly uuid: string }
  readonly comments: ArchivedComment & { readonly uuid: string }
  readonly reviews: ArchivedReview & { readonly uuid: string }
  readonly baselines: ArchivedBaseline
  /** What is approved in the archive without a review; it ends here (rule EXCHANGE-33). */
  readonly unreviewed: { readonly uuid: string; readonly code: string }
  /** Threat scenarios, which are rated when all inputs of their rating are written. */
  readonly threats: string
}

/** Stores an object for later. */
export type StageThing = <W extends keyof Waiting>(what: W, thing: Waiting[W]) => Promise<void>

/** A new uuid for every object in an archive that has a uuid. */
export interface NewNames {
  readonly names: ReadonlyMap<string, string>
  readonly threats: readonly string[]
  readonly unreviewed: readonly Waiting['unreviewed'][]
}

/**
 * Reads an archive to its end and assigns new uuids. Fields may reference objects that come later, so nothing is
 * replaced before all uuids are known (rule EXCHANGE-4).
 */
export async function lookThrough(
  things: AsyncGenerator<ArchivedThing, ReadThrough>,
): Promise<NewNames & { readonly contents: Contents }> {
  const names = new Map<string, string>()
  const threats: string[] = []
  const ascending = ascendingUuids()
  for (let step = await things.next(); ; step = await things.next()) {
    if (step.done)
      return { names, threats, contents: step.value.contents, unreviewed: renamed(step.value.unreviewed, names) }
    const thing = step.value
    if (thing.is === 'project') names.set(thing.project.uuid, ascending())
    else if (thing.is === 'version' && !names.has(thing.version.uuid)) names.set(thing.version.uuid, randomUUID())
    else if (thing.is === 'artefact') {
      const fresh = randomUUID()
      names.set(thing.artefact.uuid, fresh)
      if (thing.kind === 'threat-scenario') threats.push(fresh)
    }
  }
}

/** Reads an archive again and stages its objects, each old uuid replaced wherever it occurs. */
export async function stageThings(
  things: AsyncGenerator<ArchivedThing, ReadThrough>,
  { names, threats, unreviewed }: NewNames,
  put: StageThing,
): Promise<void> {
  const ascending = ascendingUuids()
  for await (const thing of things) {
    if (thing.is === 'program')
      await put('program', {
        program: thing.program,
        method: thing.method ?? null,
        graphVersions: thing.manifest.graph_versions,
      })
    else if (thing.is === 'project') await put('projects', renamed(thing.project, names))
    else if (thing.is === 'artefact') await put('artefacts', { ...renamed(thing.artefact, names), kind: thing.kind })
    else if (thing.is === 'version') await put('versions', renamed(thing.version, names))
    else if (thing.is === 'risk') await put('risks', renamed(thing.risk, names))
    else if (thing.is === 'link') await put('links', { ...renamed(thing.link, names), uuid: ascending() })
    else if (thing.is === 'comment')
      await put('comments', { ...thing.comment, artefact: names.get(thing.comment.artefact)!, uuid: ascending() })
    else if (thing.is === 'review')
      await put('reviews', { ...thing.review, artefact: names.get(thing.review.artefact)!, uuid: ascending() })
    else await put('baselines', thing.baseline)
  }
  for (const one of unreviewed) await put('unreviewed', one)
  for (const uuid of threats) await put('threats', uuid)
}

/**
 * Creates uuids in ascending order, so that rows that are ordered by uuid keep their order. Two callers never get the
 * same uuid.
 */
function ascendingUuids(): () => string {
  const rest = randomUUID().slice(8)
  let next = 0
  return () => (next++).toString(16).padStart(8, '0') + rest
}
