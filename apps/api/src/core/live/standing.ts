import { closeCodes } from '@carapace/shared/core/live/live-protocol'
import type { Licence, Role } from '@carapace/shared/modules'
import type { Caller } from '../http/caller.ts'

/** What a session currently gives access to. */
export interface SessionAccess {
  readonly tokenHash: Uint8Array
  readonly role: Role
  readonly active: boolean
  readonly until: Date | null
  readonly modules: readonly Licence[]
}

export interface SessionWatch {
  /** Closes the socket when the session ends or its access changes; returns how to stop watching. */
  watch(caller: Caller, close: (code: number, reason: string) => void): () => void
  stop(): void
}

/** The socket of a revoked session is closed within this time, ms (plus one query). */
const checkMs = 3_000
const sessionsAtOnce = 1_000

/** Sockets live longer than requests, so their sessions are looked up repeatedly: one query for all of them. */
export function watchSessions(
  read: (hashes: readonly Uint8Array[]) => Promise<SessionAccess[]>,
  onError: (error: unknown) => void,
): SessionWatch {
  const watched = new Map<
    string,
    Set<{ caller: Caller; mark: string; close: (code: number, reason: string) => void }>
  >()

  async function check(): Promise<void> {
    const hashes = [...watched.values()].map(([first]) => first!.caller.tokenHash)
    for (let at = 0; at < hashes.length; at += sessionsAtOnce) {
      const part = hashes.slice(at, at + sessionsAtOnce)
      const now = new Map((await read(part)).map((one) => [keyOf(one.tokenHash), one]))
      for (const hash of part) judge(keyOf(hash), now.get(keyOf(hash)))
    }
  }

  function judge(key: string, access: SessionAccess | undefined): void {
    for (const { mark, close } of watched.get(key) ?? []) {
      if (!access) close(closeCodes.notSignedIn, 'The session is over.')
      else if (markOf(access.role, access) !== mark)
        close(closeCodes.goingAway, 'What you may do has changed. Reconnect.')
    }
  }

  const timer = setInterval(() => void check().catch(onError), checkMs)
  timer.unref()
  return {
    watch(caller, close) {
      const key = keyOf(caller.tokenHash)
      const entry = { caller, close, mark: markOf(caller.user.role, caller.licence) }
      const entries = watched.get(key) ?? new Set()
      watched.set(key, entries.add(entry))
      return () => {
        entries.delete(entry)
        if (entries.size === 0) watched.delete(key)
      }
    },
    stop: () => clearInterval(timer),
  }
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64')
}

function markOf(
  role: Role,
  { active, until, modules }: { active: boolean; until: Date | null; modules: readonly Licence[] },
): string {
  const expired = until !== null && until.getTime() <= Date.now()
  return JSON.stringify([role, active, expired, [...modules].sort()])
}
