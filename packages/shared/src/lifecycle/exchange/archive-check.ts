import { artefactKindNamed, joins, linkKindNamed, linkKinds } from '../../artefact-kinds.ts'
import { type ArtefactKind, checkFields, codeOf } from '../../graph/artefacts/artefact-kind.ts'
import { fieldsKept } from './fields-kept.ts'
import type {
  ArchivedArtefact,
  ArchivedBaseline,
  ArchivedComment,
  ArchivedLink,
  ArchivedProgram,
  ArchivedProject,
  ArchivedReview,
  ArchivedRisk,
  ArchivedVersion,
  Manifest,
} from './archive.ts'

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

interface Known {
  readonly kind: string
  readonly number: number
  /** The revision of its latest version; 0: none was read yet. */
  revision: number
  graphVersion: number
  isRemoved: boolean
  comments: number
  /** Its current state in the archive: the revision, and a digest of the rest. */
  now: { readonly revision: number; readonly digest: string } | undefined
}

/** An archive is not consistent; the message is for the user who imports it. */
export class ArchiveTrouble extends Error {}

const refuse = (why: string): never => {
  throw new ArchiveTrouble(why)
}

/** Kinds of links that could form a cycle. */
const returning = new Set(
  linkKinds
    .filter(({ from, to }) => to.some((one) => from.includes(one) || from.includes('*')))
    .map(({ kind }) => kind),
)
const singles = new Map(linkKinds.flatMap(({ kind, single }) => (single ? [[kind, single] as const] : [])))

/**
 * Checks an archive while it is read, in the order of `archiveFiles`: every artefact by the rules of its kind, every
 * link by the rules of its kind, and whether history, reviews and baselines refer to artefacts in it (rules EXCHANGE-2,
 * EXCHANGE-5). `digest` makes a short text from a long one, different for different texts.
 *
 * @throws {ArchiveTrouble} from the returned functions, for what they refuse
 */
export function archiveCheck(limits: ArchiveLimits, digest: (text: string) => string) {
  const known = new Map<string, Known>()
  const codes = new Set<string>()
  const projects = new Set<string>()
  const implied = new Set<string>()
  const presentLinks = new Set<string>()
  const taken = new Set<string>()
  const next = new Map<string, string[]>()
  /** The graph version of each scenario's latest risk. */
  const risks = new Map<string, number>()
  const counts = { artefacts: 0, links: 0, currentLinks: 0, versions: 0, risks: 0, comments: 0, reviews: 0 }
  let manifest: Manifest | undefined
  let program: ArchivedProgram | undefined

  const hasHistory = () => manifest!.scope === 'program'
  const codeFor = (kind: string, number: number) => codeOf(artefactKindNamed(kind)!, number)
  const named = (uuid: string) => known.get(uuid) ?? refuse('It refers to an artefact that is not in it.')

  function know(kind: string, uuid: string, number: number): Known {
    const code = codeFor(kind, number)
    if (known.has(uuid) || codes.has(code)) refuse(`${code} is in it twice.`)
    if (number > (program!.numbers[kind] ?? 0)) refuse(`${code} has a higher number than any that was given.`)
    codes.add(code)
    const one: Known = { kind, number, revision: 0, graphVersion: 0, isRemoved: false, comments: 0, now: undefined }
    known.set(uuid, one)
    return one
  }

  function checkedFields(
    kind: ArtefactKind,
    code: string,
    fields: Readonly<Record<string, unknown>>,
  ): Record<string, unknown> {
    const checked = checkFields(kind, fields)
    return checked.ok ? fieldsKept(kind, checked.value) : refuse(`${code}: ${checked.reason}`)
  }

  const digestOf = (
    { title, status, project }: Pick<ArchivedArtefact, 'title' | 'status' | 'project'>,
    fields: Readonly<Record<string, unknown>>,
  ) => digest(JSON.stringify([title, status, project, fields]))

  function checkProject(code: string, uuid: string | null): void {
    if (uuid !== null && !projects.has(uuid)) refuse(`${code} is in a project that is not in the archive.`)
  }

  function checkGraphVersion(graphVersion: number): void {
    if (graphVersion > manifest!.graph_versions) refuse('It has a change after its last graph version.')
  }

  function checkEnds(link: ArchivedLink): void {
    const [from, to] = [named(link.from), named(link.to)]
    if (!joins(linkKindNamed(link.kind)!, from.kind, to.kind) || link.from === link.to)
      refuse(`${codeFor(from.kind, from.number)} and ${codeFor(to.kind, to.number)} cannot be linked by ${link.kind}.`)
    if ((link.removed ?? null) === null && (from.isRemoved || to.isRemoved))
      refuse('A current link refers to an artefact that was removed.')
  }

  function claim(what: string, why: string): void {
    if (taken.has(what)) refuse(why)
    taken.add(what)
  }

  function stand({ kind, from, to }: ArchivedLink): void {
    claim(`${kind} ${from} ${to}`, 'A link is in it twice.')
    const single = singles.get(kind)
    if (single === 'from' || single === 'both')
      claim(
        `${kind} from ${from}`,
        `${codeFor(named(from).kind, named(from).number)} has two links of a kind of which there is one.`,
      )
    if (single === 'to' || single === 'both')
      claim(
        `${kind} to ${to}`,
        `${codeFor(named(to).kind, named(to).number)} has two links of a kind of which there is one.`,
      )
    if (returning.has(kind)) follow(`${kind} ${from}`, `${kind} ${to}`)
    if (artefactKindNamed(named(to).kind)!.impliedLinkKinds.includes(kind)) presentLinks.add(`${kind} ${from} ${to}`)
  }

  function follow(from: string, to: string): void {
    const ends = next.get(from)
    if (ends) ends.push(to)
    else next.set(from, [to])
  }

  return {
    counts,
    manifest(entry: Manifest) {
      manifest = entry
    },
    program(entry: ArchivedProgram) {
      program = entry
    },
    projects(entries: readonly ArchivedProject[]) {
      if (!hasHistory() && entries.length !== 1) refuse('An archive of a project holds one project.')
      if (entries.length > limits.projects) refuse(`It holds more than ${limits.projects} projects.`)
      for (const { uuid } of entries) {
        if (projects.has(uuid)) refuse('A project is in it twice.')
        projects.add(uuid)
      }
    },
    /** Returns the artefact with its fields as they are stored. */
    artefact(kindName: string, entry: ArchivedArtefact): ArchivedArtefact {
      const kind = artefactKindNamed(kindName)!
      const code = codeFor(kindName, entry.number)
      if (++counts.artefacts > limits.artefacts)
        refuse(`It holds more than ${limits.artefacts.toLocaleString('en')} artefacts.`)
      if (!kind.statuses.includes(entry.status)) refuse(`${code}: ${kind.plural} are never ${entry.status}.`)
      checkProject(code, entry.project)
      const fields = checkedFields(kind, code, entry.fields)
      const one = know(kindName, entry.uuid, entry.number)
      if (hasHistory()) one.now = { revision: entry.revision, digest: digestOf(entry, fields) }
      else one.revision = entry.revision
      for (const { link, uuid } of kind.impliedLinks(fields)) implied.add(`${link} ${uuid} ${entry.uuid}`)
      return { ...entry, fields }
    },
    version(entry: ArchivedVersion): ArchivedVersion {
      const kind = artefactKindNamed(entry.kind)!
      const code = codeFor(entry.kind, entry.number)
      if (!hasHistory()) refuse('An archive of a project has no history.')
      if (++counts.versions > limits.versions)
        refuse(`It holds more than ${limits.versions.toLocaleString('en')} versions.`)
      const one = known.get(entry.uuid) ?? know(entry.kind, entry.uuid, entry.number)
      if (one.kind !== entry.kind || one.number !== entry.number) refuse(`${code} is not called so everywhere.`)
      // an artefact that was imported with a project's archive begins with the revision that it had there
      const isFollowing =
        one.revision === 0
          ? entry.action === 'made'
          : !one.isRemoved &&
            entry.action !== 'made' &&
            entry.revision === one.revision + 1 &&
            entry.graph_version >= one.graphVersion
      if (!isFollowing) refuse(`The history of ${code} has a gap.`)
      Object.assign(one, {
        revision: entry.revision,
        graphVersion: entry.graph_version,
        isRemoved: entry.action === 'removed',
      })
      checkGraphVersion(entry.graph_version)
      const fields = checkedFields(kind, code, entry.fields)
      if (one.now && entry.revision === one.now.revision) {
        if (entry.action === 'removed' || digestOf(entry, fields) !== one.now.digest)
          refuse(`The history of ${code} does not end with what it is now.`)
      }
      return { ...entry, fields }
    },
    risk(entry: ArchivedRisk): void {
      if (!hasHistory()) refuse('An archive of a project has no history.')
      if (++counts.risks > limits.versions) refuse(`It holds more than ${limits.versions.toLocaleString('en')} risks.`)
      if (named(entry.threat).kind !== 'threat-scenario') refuse('A risk is not of a threat scenario.')
      if (entry.graph_version <= (risks.get(entry.threat) ?? 0))
        refuse('The risks of a threat scenario are not in their order.')
      risks.set(entry.threat, entry.graph_version)
      checkGraphVersion(entry.graph_version)
    },
    link(entry: ArchivedLink): void {
      if (++counts.links > limits.links * 4)
        refuse(`It holds more than ${(limits.links * 4).toLocaleString('en')} links.`)
      if ((entry.added !== undefined) !== hasHistory())
        refuse('A link needs the graph version in which it was made if there is a history, and only then.')
      checkEnds(entry)
      checkGraphVersion(Math.max(entry.added ?? 0, entry.removed ?? 0))
      if (entry.removed !== null && entry.removed !== undefined) {
        if (entry.removed < entry.added!) refuse('A link ended before it was made.')
        return
      }
      stand(entry)
      if (++counts.currentLinks > limits.links) refuse(`It holds more than ${limits.links.toLocaleString('en')} links.`)
    },
    comment(entry: ArchivedComment): void {
      if (++counts.comments > limits.versions) refuse('It holds too many comments.')
      const one = named(entry.artefact)
      if (one.isRemoved) refuse('A comment refers to an artefact that was removed.')
      if (++one.comments > limits.comments)
        refuse(`${codeFor(one.kind, one.number)} has more than ${limits.comments} comments.`)
    },
    review(entry: ArchivedReview): void {
      if (++counts.reviews > limits.versions) refuse('It holds too many reviews.')
      const one = named(entry.artefact)
      if (one.isRemoved || entry.revision > one.revision) refuse('A review refers to a revision that is not in it.')
      if ((entry.decision === null) !== (entry.decided_at === null))
        refuse('A review has a decision and its time, or neither.')
      if (entry.decision === null) claim(`review ${entry.artefact}`, 'An artefact has two open reviews.')
    },
    baselines(entries: readonly ArchivedBaseline[]): void {
      if (entries.length > limits.baselines) refuse(`It holds more than ${limits.baselines} baselines.`)
      for (const { name, graph_version: graphVersion } of entries) {
        claim(`baseline ${name}`, `Two baselines are called ${name}.`)
        if (!hasHistory()) refuse('An archive of a project has no baselines.')
        checkGraphVersion(graphVersion)
      }
    },
    /** Call this when everything was read. */
    end(): void {
      for (const one of known.values()) {
        const code = codeFor(one.kind, one.number)
        if (hasHistory() && (one.now ? one.revision !== one.now.revision || one.isRemoved : !one.isRemoved))
          refuse(`The history of ${code} does not end with what it is now.`)
      }
      if (implied.size !== presentLinks.size || [...implied].some((one) => !presentLinks.has(one)))
        refuse('Its links do not match its diagrams and trees.')
      if (returns(next)) refuse('Its links form a cycle.')
    },
  }
}

/** Whether a graph has a cycle: nodes without incoming links are removed repeatedly, which never removes a cycle. */
function returns(next: ReadonlyMap<string, readonly string[]>): boolean {
  const coming = new Map<string, number>()
  for (const ends of next.values()) for (const end of ends) coming.set(end, (coming.get(end) ?? 0) + 1)
  const free = [...next.keys()].filter((one) => !coming.has(one))
  let left = coming.size
  for (let one = free.pop(); one !== undefined; one = free.pop()) {
    for (const end of next.get(one) ?? []) {
      const rest = coming.get(end)! - 1
      coming.set(end, rest)
      if (rest === 0) {
        left -= 1
        free.push(end)
      }
    }
  }
  return left > 0
}
