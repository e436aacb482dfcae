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

/** How much an archive may hold. */
export interface ArchiveLimits {
  readonly artefacts: number
  readonly links: number
  readonly versions: number
  readonly projects: number
  readonly baselines: number
  /** Of one artefact. */
  readonly comments: number
}

interface Known {
  readonly kind: string
  readonly number: number
  /** Of its latest version; 0: none was read yet. */
  revision: number
  moment: number
  isRemoved: boolean
  comments: number
  /** As the archive has it now: its revision, and a digest of the rest. */
  now: { readonly revision: number; readonly digest: string } | undefined
}

/** Says that an archive does not hold together; the message is for whoever brought it. */
export class ArchiveTrouble extends Error {}

const refuse = (why: string): never => {
  throw new ArchiveTrouble(why)
}

/** Kinds of links by which something could come after itself. */
const returning = new Set(
  linkKinds
    .filter(({ from, to }) => to.some((one) => from.includes(one) || from.includes('*')))
    .map(({ kind }) => kind),
)
const singles = new Map(linkKinds.flatMap(({ kind, single }) => (single ? [[kind, single] as const] : [])))

/**
 * Looks through an archive as it is read, in the order of `archiveFiles`: every artefact by the rules of its kind,
 * every link by those of its own, and whether history, reviews and baselines speak of what is there (rules EXCHANGE-2,
 * EXCHANGE-5). What it refuses, it throws as `ArchiveTrouble`. `digest` makes a short text of a long one, another one
 * for another.
 */
export function archiveCheck(limits: ArchiveLimits, digest: (text: string) => string) {
  const known = new Map<string, Known>()
  const codes = new Set<string>()
  const projects = new Set<string>()
  const implied = new Set<string>()
  const standing = new Set<string>()
  const taken = new Set<string>()
  const next = new Map<string, string[]>()
  /** The moment of each scenario's latest. */
  const risks = new Map<string, number>()
  const counts = { artefacts: 0, links: 0, standing: 0, versions: 0, risks: 0, comments: 0, reviews: 0 }
  let manifest: Manifest | undefined
  let program: ArchivedProgram | undefined

  const hasHistory = () => manifest!.scope === 'program'
  const codeSaid = (kind: string, number: number) => codeOf(artefactKindNamed(kind)!, number)
  const named = (uuid: string) => known.get(uuid) ?? refuse('It speaks of an artefact that is not in it.')

  function know(kind: string, uuid: string, number: number): Known {
    const code = codeSaid(kind, number)
    if (known.has(uuid) || codes.has(code)) refuse(`${code} is in it twice.`)
    if (number > (program!.numbers[kind] ?? 0)) refuse(`${code} has a higher number than any that was given.`)
    codes.add(code)
    const one: Known = { kind, number, revision: 0, moment: 0, isRemoved: false, comments: 0, now: undefined }
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

  function checkMoment(moment: number): void {
    if (moment > manifest!.moments) refuse('Something in it happened after its last moment.')
  }

  function checkEnds(link: ArchivedLink): void {
    const [from, to] = [named(link.from), named(link.to)]
    if (!joins(linkKindNamed(link.kind)!, from.kind, to.kind) || link.from === link.to)
      refuse(
        `${codeSaid(from.kind, from.number)} and ${codeSaid(to.kind, to.number)} cannot be linked by ${link.kind}.`,
      )
    if ((link.removed ?? null) === null && (from.isRemoved || to.isRemoved))
      refuse('A link stands at an artefact that was removed.')
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
        `${codeSaid(named(from).kind, named(from).number)} has two links of a kind of which there is one.`,
      )
    if (single === 'to' || single === 'both')
      claim(
        `${kind} to ${to}`,
        `${codeSaid(named(to).kind, named(to).number)} has two links of a kind of which there is one.`,
      )
    if (returning.has(kind)) follow(`${kind} ${from}`, `${kind} ${to}`)
    if (artefactKindNamed(named(to).kind)!.citing.includes(kind)) standing.add(`${kind} ${from} ${to}`)
  }

  function follow(from: string, to: string): void {
    const ends = next.get(from)
    if (ends) ends.push(to)
    else next.set(from, [to])
  }

  return {
    counts,
    manifest(said: Manifest) {
      manifest = said
    },
    program(said: ArchivedProgram) {
      program = said
    },
    projects(said: readonly ArchivedProject[]) {
      if (!hasHistory() && said.length !== 1) refuse('An archive of a project holds one project.')
      if (said.length > limits.projects) refuse(`It holds more than ${limits.projects} projects.`)
      for (const { uuid } of said) {
        if (projects.has(uuid)) refuse('A project is in it twice.')
        projects.add(uuid)
      }
    },
    /** Answers the artefact with its fields as they are kept. */
    artefact(kindName: string, said: ArchivedArtefact): ArchivedArtefact {
      const kind = artefactKindNamed(kindName)!
      const code = codeSaid(kindName, said.number)
      if (++counts.artefacts > limits.artefacts)
        refuse(`It holds more than ${limits.artefacts.toLocaleString('en')} artefacts.`)
      if (!kind.statuses.includes(said.status)) refuse(`${code}: ${kind.plural} are never ${said.status}.`)
      checkProject(code, said.project)
      const fields = checkedFields(kind, code, said.fields)
      const one = know(kindName, said.uuid, said.number)
      if (hasHistory()) one.now = { revision: said.revision, digest: digestOf(said, fields) }
      else one.revision = said.revision
      for (const { link, uuid } of kind.cites(fields)) implied.add(`${link} ${uuid} ${said.uuid}`)
      return { ...said, fields }
    },
    version(said: ArchivedVersion): ArchivedVersion {
      const kind = artefactKindNamed(said.kind)!
      const code = codeSaid(said.kind, said.number)
      if (!hasHistory()) refuse('An archive of a project has no history.')
      if (++counts.versions > limits.versions)
        refuse(`It holds more than ${limits.versions.toLocaleString('en')} versions.`)
      const one = known.get(said.uuid) ?? know(said.kind, said.uuid, said.number)
      if (one.kind !== said.kind || one.number !== said.number) refuse(`${code} is not called so everywhere.`)
      // what came in with a project's archive begins with the revision that it had there
      const isFollowing =
        one.revision === 0
          ? said.deed === 'made'
          : !one.isRemoved && said.deed !== 'made' && said.revision === one.revision + 1 && said.moment >= one.moment
      if (!isFollowing) refuse(`The history of ${code} has a gap.`)
      Object.assign(one, { revision: said.revision, moment: said.moment, isRemoved: said.deed === 'removed' })
      checkMoment(said.moment)
      const fields = checkedFields(kind, code, said.fields)
      if (one.now && said.revision === one.now.revision) {
        if (said.deed === 'removed' || digestOf(said, fields) !== one.now.digest)
          refuse(`The history of ${code} does not end with what it is now.`)
      }
      return { ...said, fields }
    },
    risk(said: ArchivedRisk): void {
      if (!hasHistory()) refuse('An archive of a project has no history.')
      if (++counts.risks > limits.versions) refuse(`It holds more than ${limits.versions.toLocaleString('en')} risks.`)
      if (named(said.threat).kind !== 'threat-scenario') refuse('Something has a risk that is no threat scenario.')
      if (said.moment <= (risks.get(said.threat) ?? 0)) refuse('The risks of a threat scenario are not in their order.')
      risks.set(said.threat, said.moment)
      checkMoment(said.moment)
    },
    link(said: ArchivedLink): void {
      if (++counts.links > limits.links * 4)
        refuse(`It holds more than ${(limits.links * 4).toLocaleString('en')} links.`)
      if ((said.added !== undefined) !== hasHistory())
        refuse('Links say when they were made where there is a history, and nowhere else.')
      checkEnds(said)
      checkMoment(Math.max(said.added ?? 0, said.removed ?? 0))
      if (said.removed !== null && said.removed !== undefined) {
        if (said.removed < said.added!) refuse('A link ended before it was made.')
        return
      }
      stand(said)
      if (++counts.standing > limits.links) refuse(`It holds more than ${limits.links.toLocaleString('en')} links.`)
    },
    comment(said: ArchivedComment): void {
      if (++counts.comments > limits.versions) refuse('It holds too many comments.')
      const one = named(said.artefact)
      if (one.isRemoved) refuse('A comment speaks of an artefact that was removed.')
      if (++one.comments > limits.comments)
        refuse(`${codeSaid(one.kind, one.number)} has more than ${limits.comments} comments.`)
    },
    review(said: ArchivedReview): void {
      if (++counts.reviews > limits.versions) refuse('It holds too many reviews.')
      const one = named(said.artefact)
      if (one.isRemoved || said.revision > one.revision) refuse('A review speaks of what is not in it.')
      if ((said.decision === null) !== (said.decided_at === null))
        refuse('A review is decided when somebody decided it.')
      if (said.decision === null) claim(`review ${said.artefact}`, 'An artefact has two open reviews.')
    },
    baselines(said: readonly ArchivedBaseline[]): void {
      if (said.length > limits.baselines) refuse(`It holds more than ${limits.baselines} baselines.`)
      for (const { name, moment } of said) {
        claim(`baseline ${name}`, `Two baselines are called ${name}.`)
        if (!hasHistory()) refuse('An archive of a project has no baselines.')
        checkMoment(moment)
      }
    },
    /** When everything was read. */
    end(): void {
      for (const one of known.values()) {
        const code = codeSaid(one.kind, one.number)
        if (hasHistory() && (one.now ? one.revision !== one.now.revision || one.isRemoved : !one.isRemoved))
          refuse(`The history of ${code} does not end with what it is now.`)
      }
      if (implied.size !== standing.size || [...implied].some((one) => !standing.has(one)))
        refuse('Its links do not follow what is in its diagrams and trees.')
      if (returns(next)) refuse('Something in it comes after itself.')
    },
  }
}

/**
 * Whether a graph has a way that leads back to where it began: what can be taken away from its ends, one after the
 * other, cannot be on one.
 */
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
