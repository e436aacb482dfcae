import { getAppConfig } from '@carapace/shared/account/app-config.contract'
import { whoAmI } from '@carapace/shared/account/auth.contract'
import { useEffect, useState } from 'react'
import { call } from '../../core/call/call.ts'
import { renew } from '../../core/session/session.ts'
import { startPolling } from '../../msoc/dashboard/data/polling.ts'

const hourMs = 3_600_000
const buildEveryMs = 10 * 60_000
const stillMs = 3_000

/** All that a screen needs which nobody touches for weeks (rules WALL-9 to WALL-12). */
export function useUnattended(): void {
  useEffect(keepSession, [])
  useEffect(followBuild, [])
  useEffect(stayAwake, [])
}

/** The session ends a month after its last use: looking is use (rule WALL-9). */
function keepSession(): () => void {
  const polling = startPolling({
    request: (signal) => call(whoAmI, {}, { signal }),
    everyMs: hourMs,
    onAnswer: ({ user }) => renew(user),
    failed: () => undefined,
  })
  return polling.stop
}

/** The server was renewed: so must this page be, or it speaks to it in old words (rule WALL-10). */
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
 * Asks the system not to darken the screen, where it can be asked; it forgets whenever the page was hidden (rule
 * WALL-11).
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
  // a battery that runs low refuses: the screen's own settings then decide
  const attempt = () => void requestLock().catch(() => undefined)
  attempt()
  document.addEventListener('visibilitychange', attempt)
  return () => {
    left = true
    document.removeEventListener('visibilitychange', attempt)
    void lock?.release()
  }
}

/** Whether the pointer has rested so long that it is in the way (rule WALL-12). */
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
