import { artefactKindNamed } from '../../../artefact-kinds.ts'
import { codeOf } from '../../../graph/artefacts/artefact-kind.ts'
import type { ArchivedProgram, ArchivedReview, Manifest } from '../archive.ts'

/** The maximum sizes of an archive. */
export interface ArchiveLimits {
  readonly artefacts: number
  readonly links: number
  readonly versions: number
  readonly projects: number
  readonly baselines: number
  /** For each artefact. */
  readonly comments: number
}

/** An artefact of the archive, as far as the archive was read. */
export interface Known {
  readonly kind: string
  readonly number: number
  /** The revision of its latest version; 0: none was read yet. */
  revision: number
  graphVersion: number
  isRemoved: boolean
  comments: number
  isApproved: boolean
  /**
   * The title and the fields that matter, as a digest, and the revision of their last change in its history; only of
   * what is approved.
   */
  content: { readonly digest: string; readonly since: number } | undefined
  /** The latest decision of its reviews. */
  decided: Pick<ArchivedReview, 'decision' | 'revision' | 'decided_at'> | undefined
  /** Its current state in the archive: the revision, and a digest of the rest. */
  now: { readonly revision: number; readonly digest: string } | undefined
}

/** An archive is not consistent; the message is for the user who imports it. */
export class ArchiveTrouble extends Error {}

/** @throws {ArchiveTrouble} always */
export const refuse = (why: string): never => {
  throw new ArchiveTrouble(why)
}

/** @throws {ArchiveTrouble} when there are more than the limit */
export function refuseAbove(limit: number, count: number, what: string): void {
  if (count > limit) refuse(`It holds more than ${limit.toLocaleString('en')} ${what}.`)
}

/** What was read of an archive. */
export type CheckState = ReturnType<typeof checkState>

/** The state of a check before anything was read. `digest` makes a short text, different for different texts. */
export function checkState(limits: ArchiveLimits, digest: (text: string) => string) {
  const known = new Map<string, Known>()
  const claimed = new Set<string>()
  const header: { manifest?: Manifest; program?: ArchivedProgram } = {}
  return {
    limits,
    digest,
    known,
    counts: { artefacts: 0, links: 0, currentLinks: 0, versions: 0, risks: 0, comments: 0, reviews: 0 },
    codes: new Set<string>(),
    projects: new Set<string>(),
    /** The links that diagrams and trees imply, and those of the same kinds that are in the archive. */
    implied: new Set<string>(),
    presentLinks: new Set<string>(),
    /** The links that could form a cycle: the ends of each beginning. */
    next: new Map<string, string[]>(),
    /** The graph version of each scenario's latest risk. */
    risks: new Map<string, number>(),
    header,
    program: () => header.program!,
    hasHistory: () => header.manifest!.scope === 'program',
    named: (uuid: string): Known => known.get(uuid) ?? refuse('It refers to an artefact that is not in it.'),
    checkGraphVersion: (graphVersion: number): void => {
      if (graphVersion > header.manifest!.graph_versions) refuse('It has a change after its last graph version.')
    },
    /** Refuses what is there already. */
    claim: (what: string, why: string): void => {
      if (claimed.has(what)) refuse(why)
      claimed.add(what)
    },
  }
}

/** The code of an artefact: `TS-12`. */
export function codeFor({ kind, number }: Pick<Known, 'kind' | 'number'>): string {
  return codeOf(artefactKindNamed(kind)!, number)
}
