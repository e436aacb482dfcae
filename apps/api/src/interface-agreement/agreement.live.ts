import { createHash, randomUUID } from 'node:crypto'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import { takesPart } from '@carapace/shared/interface-agreement/access'
import { agreementChannel, type AgreementChanges } from '@carapace/shared/interface-agreement/agreements.contract'
import { agreementLimits } from '@carapace/shared/interface-agreement/exchange'
import type { Side } from '@carapace/shared/interface-agreement/row'
import {
  type AgreementNews,
  type AgreementPart,
  agreementParts,
  topics,
} from '@carapace/shared/interface-agreement/topics'
import { liveChannel } from '../core/live/live.ts'
import type { Presence, Present } from '../core/live/presence.ts'
import type { Deps } from '../module.ts'
import type { Party } from './party.ts'
import { partyOf } from './party.queries.ts'

/** Somebody who has an agreement open, and the row that they edit. */
export interface AtWork extends Present {
  readonly side: Side
  readonly row: number | null
}

/** Reports to both sides that a part of an agreement has changed; call it after the commit. */
export function announceAgreement(publisher: Publisher, agreementUuid: string, part: AgreementPart): void {
  publisher.publish(topics.agreement(agreementUuid), [part] satisfies AgreementNews[])
}

/** Shows the others which row somebody edits, wherever that person's socket is. */
export function announceRowAtWork(publisher: Publisher, { agreementUuid, user }: Party, row: number | null): void {
  publisher.publish(topics.agreement(agreementUuid), [{ user: user.uuid, row }] satisfies AgreementNews[])
}

/**
 * Which parts of an agreement must be read again, and who else has it open. A message is only a hint and carries no
 * content: what a viewer may see is decided by the call that reads it. A viewer who takes no part any more is refused
 * as soon as the team changed (rule AGREEMENT-14).
 */
export const agreementLive = (
  { db, bus, onGap, onError }: Pick<Deps, 'db' | 'bus' | 'onGap' | 'onError'>,
  presence: Presence<AtWork>,
) =>
  liveChannel(agreementChannel, async ({ caller, params: { agreement_uuid: uuid }, outlet }) => {
    let party = await partyOf(db, caller, uuid)
    const counts = { sheet: 1, pages: 1, exchange: 1 }
    let version = 1
    let me: AtWork = { uuid: party.user.uuid, name: party.user.name, side: party.side, row: null }

    async function checkAccess(): Promise<void> {
      try {
        party = await partyOf(db, caller, uuid)
      } catch (error) {
        if (error instanceof Failure) outlet.refuse(error)
        else onError(error)
      }
    }

    function note(parts: readonly AgreementPart[]): void {
      if (parts.length === 0) return
      for (const part of parts) counts[part] += 1
      version += 1
      if (parts.includes('pages')) void checkAccess()
    }

    function receive(news: readonly AgreementNews[]): void {
      note(news.filter((each) => typeof each === 'string'))
      for (const each of news) {
        if (typeof each === 'string' || each.user !== me.uuid) continue
        me = { ...me, row: each.row }
        stay.change(me)
      }
    }

    const stay = presence.enter(topics.presence(uuid), me)
    const stops = [
      bus.subscribe(topics.agreement(uuid), (news) => receive(news as AgreementNews[])),
      onGap(() => note(agreementParts)),
      stay.leave,
    ]
    const changes = () => JSON.stringify({ ...counts, people: peopleSeenBy(party, stay.everybody()) })
    // from here on no change is missed: what the viewer reads after the snapshot is at least as new
    await bus.ready()
    let [sent, shown] = [version, stay.everybody()]
    outlet.snapshot(randomUUID(), version, changes())
    return {
      turn() {
        if (version === sent && stay.everybody() === shown) return undefined
        if (version === sent) version += 1
        ;[sent, shown] = [version, stay.everybody()]
        return { seq: sent, data: [changes()] }
      },
      close: () => stops.forEach((stop) => stop()),
    }
  })

/** The others; third parties see who is at work in their own rows only. */
function peopleSeenBy(party: Party, everybody: readonly AtWork[]): AgreementChanges['people'] {
  return everybody
    .filter(({ uuid }) => uuid !== party.user.uuid)
    .slice(0, agreementLimits.team)
    .map(({ uuid, name, side, row }) => ({
      uuid: side === party.side ? uuid : aliasOf(party, uuid),
      name,
      side,
      row: row !== null && takesPart(party, row) ? row : null,
    }))
}

/**
 * Distinguishes people of the other side without showing the uuids of their accounts: a uuid of version 8 (RFC 9562).
 */
function aliasOf({ agreementUuid }: Party, userUuid: string): string {
  const hex = createHash('sha256').update(`${agreementUuid} ${userUuid}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
