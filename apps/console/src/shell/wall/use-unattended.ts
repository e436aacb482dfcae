import { getAppConfig } from '@carapace/shared/account/app-config.contract'
import { whoAmI } from '@carapace/shared/account/auth.contract'
import { useEffect, useRef, useState } from 'react'
import { usePolledEndpoint } from '../../core/call/use-polled.ts'
import { renew } from '../../core/session/session.ts'

const hourMs = 3_600_000
const buildEveryMs = 10 * 60_000
const stillMs = 3_000

/** Everything that a screen needs to run for weeks without a user (rules WALL-9 to WALL-12). */
export function useUnattended(): void {
  useKeptSession()
  useBuild()
  useEffect(stayAwake, [])
}

/** A session ends a month after its last use: showing the wall counts as use (rule WALL-9). */
function useKeptSession(): void {
  const { data } = usePolledEndpoint(whoAmI, {}, { everyMs: hourMs })
  useEffect(() => {
    if (data) renew(data.user)
  }, [data])
}

/** Reloads the page after an update of the server: otherwise it would use an old version of the API (rule WALL-10). */
function useBuild(): void {
  const build = usePolledEndpoint(getAppConfig, {}, { everyMs: buildEveryMs }).data?.build
  const mine = useRef<string>(undefined)
  useEffect(() => {
    if (build === undefined) return
    mine.current ??= build
    if (build !== mine.current) location.reload()
  }, [build])
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
