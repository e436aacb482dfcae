import type { FastifyInstance } from 'fastify'
import { type AgreementContent, seenBy } from '@carapace/shared/interface-agreement/content'
import { contentDifferences } from '@carapace/shared/interface-agreement/content-differences'
import { Cover } from '@carapace/shared/interface-agreement/cover'
import {
  compareAgreementVersions,
  listAgreementVersions,
  type Version,
} from '@carapace/shared/interface-agreement/pages.contract'
import { differencesOf } from '@carapace/shared/interface-agreement/versions'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { agreementOf, partyOf } from '../party.queries.ts'
import { presentContent, readContent, verifiedVersions, versionNumbered } from './versions.ts'
import { type StoredVersion, versionsOf } from './versions.queries.ts'

/** Signed versions and what differs between them (rules AGREEMENT-8, AGREEMENT-55, AGREEMENT-56). */
export async function versionRoutes(app: FastifyInstance, { db }: { readonly db: Database }): Promise<void> {
  serve(app, listAgreementVersions).with(async ({ input, caller }) => {
    const party = await partyOf(db, caller, input.agreement_uuid)
    const { versions, broken } = await verifiedVersions(db, party)
    const latest = versions.at(-1)
    return {
      versions: versions.map((version) => wireVersion(version, version === latest)).toReversed(),
      broken: broken ?? null,
    }
  })

  serve(app, compareAgreementVersions).with(async ({ input, caller }) => {
    const party = await partyOf(db, caller, input.agreement_uuid)
    const versions = await versionsOf(db, party)
    const contentAt = (number: number) => readContent(versionNumbered(versions, number))
    const before = input.before === 0 ? undefined : seenBy(contentAt(input.before), party)
    const whole =
      input.after === undefined ? await presentContent(db, party, await agreementOf(db, party)) : contentAt(input.after)
    const after = seenBy(whole, party)
    return {
      rows: differencesOf(before?.rows ?? [], after.rows).map(({ fields, ...row }) => ({
        ...row,
        fields: [...fields],
      })),
      others: contentDifferences(before ?? nothing, after).map((each) => ({ ...each })),
    }
  })
}

const nothing: AgreementContent = {
  code: '',
  title: '',
  parties: [],
  cover: Cover.parse({}),
  glossary: [],
  team: [],
  rows: [],
}

function wireVersion({ number, at, hash, signatures, content }: StoredVersion, isLatest: boolean): Version {
  return {
    number,
    at: at.toISOString(),
    hash,
    signatures: signatures.map((each) => ({ ...each })),
    state: isLatest ? (hasEnded(content) ? 'expired' : 'in-force') : 'superseded',
  }
}

/** Reads the end only: a content that was tampered with is listed, too. */
function hasEnded(content: unknown): boolean {
  const until = (content as { cover?: { valid_until?: unknown } } | null)?.cover?.valid_until
  return typeof until === 'string' && until !== '' && until < new Date().toISOString().slice(0, 10)
}
