import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { Failure } from '@carapace/shared/core/failure'
import type { FmeaArtefact, FmeaSource } from '@carapace/shared/fmea/reports/fmea-rows'
import type { RatingProfile } from '@carapace/shared/fmea/rating-profile'
import { initialFields } from '@carapace/shared/graph/artefacts/artefact-kind'
import type { Caller } from '../core/http/caller.ts'
import type { Tx } from '../core/db.ts'
import {
  type ArtefactRow,
  artefactRows,
  codeOfRow,
  linksAt,
  type ListedLink,
} from '../graph/artefacts/artefacts.queries.ts'
import { methodNamed } from '../graph/methods/methods.ts'
import { graphVersionOf } from '../graph/programs/access.queries.ts'
import { namesOf } from './fmea-source.queries.ts'
import { ratingProfiles } from './profiles.routes.ts'

/** The links along which an FMEA is read, step by step, beginning with its own. */
const steps = [['has-line', 'focus-of'], ['joined-in', 'improved-by'], ['fails-as'], ['performs']]

/**
 * An FMEA with its lines, their failures and actions, and the elements of the item that fail.
 *
 * @throws {Failure} NOT_FOUND when the program has no such FMEA
 */
export async function fmeaSource(tx: Tx, caller: Caller, programUuid: string, fmeaUuid: string): Promise<FmeaSource> {
  const { org, user } = caller
  const names = await namesOf(tx, org, programUuid)
  const known = new Map<string, ArtefactRow>(await artefactRows(tx, org, programUuid, [fmeaUuid]))
  const fmea = known.get(fmeaUuid)
  if (!names || fmea?.kind !== 'fmea') throw new Failure('NOT_FOUND')
  const links: ListedLink[] = []
  let reached = [fmeaUuid]
  for (const kinds of steps) {
    const mine = new Set(reached)
    const found = (await linksAt(tx, org, programUuid, reached)).filter(({ kind }) => kinds.includes(kind))
    links.push(...found)
    reached = [...new Set(found.flatMap(({ fromUuid, toUuid }) => [fromUuid, toUuid]))].filter(
      (uuid) => !mine.has(uuid) && !known.has(uuid),
    )
    for (const [uuid, row] of await artefactRows(tx, org, programUuid, reached)) known.set(uuid, row)
  }
  const { name, version, content } = await methodNamed<RatingProfile>(
    tx,
    caller,
    ratingProfiles,
    (fmea.fields.profile as string | null | undefined) ?? null,
  )
  return {
    program: names.program,
    fmea: artefactOf(fmea),
    seq: await graphVersionOf(tx, org, programUuid),
    madeAt: new Date().toISOString(),
    author: user.name,
    profile: { name, version, content },
    linked: linkedIn(links, known),
  }
}

function artefactOf(row: ArtefactRow): FmeaArtefact {
  const { uuid, kind, title, status, fields } = row
  return {
    uuid,
    kind,
    code: codeOfRow(row),
    title,
    status,
    fields: { ...initialFields(artefactKindNamed(kind)!), ...fields },
  }
}

function linkedIn(links: readonly ListedLink[], known: ReadonlyMap<string, ArtefactRow>): FmeaSource['linked'] {
  const ends = new Map<string, FmeaArtefact[]>()
  const add = (key: string, uuid: string) => {
    const row = known.get(uuid)
    const held = ends.get(key)
    if (row && held) held.push(artefactOf(row))
    else if (row) ends.set(key, [artefactOf(row)])
  }
  for (const { kind, fromUuid, toUuid } of links) {
    add(`${fromUuid} ${kind} to`, toUuid)
    add(`${toUuid} ${kind} from`, fromUuid)
  }
  for (const list of ends.values()) list.sort((a, b) => a.code.localeCompare(b.code, 'en', { numeric: true }))
  return (uuid, link, side) => ends.get(`${uuid} ${link} ${side}`) ?? []
}
