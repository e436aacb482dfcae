import { Failure } from '@carapace/shared/core/failure'
import { type AgreementContent, contentOf } from '@carapace/shared/interface-agreement/content'
import { restored } from '@carapace/shared/interface-agreement/negotiation'
import { VersionContent } from '@carapace/shared/interface-agreement/pages.contract'
import { firstBroken } from '@carapace/shared/interface-agreement/seals'
import type { Database, Tx } from '../../core/db.ts'
import { partiesOf } from '../agreements.queries.ts'
import { teamOf } from '../pages/pages.queries.ts'
import type { Party } from '../party.ts'
import type { AgreementRecord } from '../party.queries.ts'
import { loggedHashes, type StoredVersion, versionsOf } from './versions.queries.ts'

/** The whole agreement as it is now: what a signature is under. */
export async function presentContent(
  db: Database | Tx,
  party: Party,
  { number, title, cover, glossary, negotiation }: AgreementRecord,
): Promise<AgreementContent> {
  const parties = await partiesOf(db, party.org, [party.agreementUuid])
  const team = await teamOf(db, party)
  return contentOf({
    number,
    title,
    cover,
    glossary,
    negotiation: restored(negotiation),
    parties: parties.map(({ side, name }) => ({ side, name })),
    team: team.map(({ side, name, role, isSignatory }) => ({ side, name, role, is_signatory: isSignatory })),
  })
}

/** The signed versions, the first one first, and the number of the first that is not as it was signed. */
export async function verifiedVersions(
  db: Database | Tx,
  party: Party,
): Promise<{ readonly versions: readonly StoredVersion[]; readonly broken: number | undefined }> {
  const versions = await versionsOf(db, party)
  const logged = await loggedHashes(db, party)
  return { versions, broken: lowest(await firstBroken(versions), firstUnlogged(versions, logged)) }
}

/**
 * The chain does not show that its end was removed, or all of it made again. The log does: it has the hash of each
 * version that was sealed (rule AGREEMENT-55).
 */
function firstUnlogged(versions: readonly StoredVersion[], logged: ReadonlyMap<number, string>): number | undefined {
  const hashes = new Map(versions.map(({ number, hash }) => [number, hash]))
  const numbers = [...new Set([...hashes.keys(), ...logged.keys()])]
  return lowest(...numbers.filter((number) => hashes.get(number) !== logged.get(number)))
}

function lowest(...numbers: readonly (number | undefined)[]): number | undefined {
  const some = numbers.filter((number) => number !== undefined)
  return some.length > 0 ? Math.min(...some) : undefined
}

/**
 * The content of a signed version.
 *
 * @throws {Failure} RULE_REFUSED when somebody changed what is stored so that it is none any more
 */
export function readContent({ number, content }: StoredVersion): AgreementContent {
  const read = VersionContent.safeParse(content)
  if (read.success) return read.data
  throw new Failure('RULE_REFUSED', {
    message: `Version ${number} cannot be read: it is not as it was signed. Restore it from a backup.`,
  })
}

/** @throws {Failure} NOT_FOUND when no version has this number */
export function versionNumbered(versions: readonly StoredVersion[], number: number): StoredVersion {
  const found = versions.find((version) => version.number === number)
  if (!found) throw new Failure('NOT_FOUND', { message: `The agreement has no version ${number}.` })
  return found
}
