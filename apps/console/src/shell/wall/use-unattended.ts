import { getAppConfig } from '@carapace/shared/account/app-config.contract'
import { whoAmI } from '@carapace/shared/account/auth.contract'
import { useEffect, useState } from 'react'
import { call } from '../../core/call/call.ts'
import { renew } from '../../core/session/session.ts'
import { startPolling } from '../../msoc/dashboard/data/polling.ts'

const hourMs = 3_600_000
const buildEveryMs = 10 * 60_000
const stillMs = 3_000

/** Everything that a screen needs to run for weeks without a user (rules WALL-9 to WALL-12). */
export function useUnattended(): void {
  useEffect(keepSession, [])
  useEffect(followBuild, [])
  useEffect(stayAwake, [])
}

/** A session ends a month after its last use: showing the wall counts as use (rule WALL-9). */
function keepSession(): () => void {
  const polling = startPolling({
    request: (signal) => call(whoAmI, {}, { signal }),
    everyMs: hourMs,
    onAnswer: ({ user }) => renew(user),
    failed: () => undefined,
  })
  return polling.stop
}

/** Reloads the page after an update of the server: otherwise it would use an old version of the API (rule WALL-10). */
function followBuild(): () => void {
  let mine: string | undefined
  const polling = startPolling({
    request: (signal) => call(getAppConfig, {}, { signal }),
    everyMs: buildEveryMs,
    onAnswer: ({ build }) => {
      mine ??= build
      if (build !== mine) location.reload()
    },
    failed: () => undefined,
  })
  return polling.stop
}

/**
 * Requests a wake lock, where the browser supports it, so that the screen stays on; the lock is lost whenever the page
 * is hidden (rule WALL-11).
 */
function stayAwake(): () => void {
  let lock: WakeLockSentinel | undefined
  let left = false
  const requestLock = async () => {
    if (document.hidden || !('wakeLock' in navigator)) return
    const got = await navigator.wakeLock.request('screen')
    if (left) void got.release()
    else lock = got
  }
  // the request fails when the battery is low: then the screen's own settings apply
  const attempt = () => void requestLock().catch(() => undefined)
  attempt()
  document.addEventListener('visibilitychange', attempt)
  return () => {
    left = true
    document.removeEventListener('visibilitychange', attempt)
    void lock?.release()
  }
}

/** Whether the pointer has not moved for so long that it should be hidden (rule WALL-12). */
export function usePointerRests(): boolean {
  const [rests, setRests] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const moved = () => {
      clearTimeout(timer)
      setRests(false)
      timer = setTimeout(() => setRests(true), stillMs)
    }
    moved()
    addEventListener('pointermove', moved)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointermove', moved)
    }
  }, [])
  return rests
}
